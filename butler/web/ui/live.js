// One stream of events for all tabs: the tab that holds the lock reads it and
// passes it on. Whoever missed something is told to read anew.
import { bearer, forget, signedIn } from "./api.js";
import { signal } from "@preact/signals-core";

export const connected = signal(true);
export const restarted = signal(0);

const listeners = new Set();
const tabs = new BroadcastChannel("butler.live");
let run = "", last = "", attempt = 0, wake = () => {}, leads = false;

// on calls f with each event of one of kinds, and with every resync.
export function on(kinds, f) {
  const l = (e) => { if (e.kind === "resync" || kinds.includes(e.kind)) f(e); };
  listeners.add(l);
  return () => listeners.delete(l);
}

function deliver(e) {
  if (e.kind === "connected") connected.value = e.data;
  else if (e.kind === "restarted") restarted.value++;
  else for (const l of listeners) l(e);
}

function tell(kind, data) {
  deliver({ kind, data });
  tabs.postMessage({ kind, data });
}

tabs.onmessage = ({ data }) => {
  if (data.kind === "hello?") { if (leads) tabs.postMessage({ kind: "connected", data: connected.value }); }
  else if (data.kind === "now") wake();
  else deliver(data);
};

// again tries to connect at once.
export function again() { tabs.postMessage({ kind: "now" }); wake(); }

export function start() {
  tabs.postMessage({ kind: "hello?" });
  if (navigator.locks) navigator.locks.request("butler.live", lead);
  else lead();
}

async function lead() {
  leads = true;
  tell("resync", {}); // the tab that led before is gone, perhaps with events that nobody got
  while (signedIn()) {
    try { await read(); } catch { /* the next try says */ }
    if (!signedIn()) break;
    if (connected.value) tell("connected", false);
    const wait = Math.min(8000, 300 * 2 ** attempt++);
    await new Promise((go) => { wake = go; setTimeout(go, wait); });
  }
  leads = false;
}

async function read() {
  const headers = { Authorization: "Bearer " + bearer() };
  if (last) headers["Last-Event-ID"] = last;
  const quiet = new AbortController();
  let timer = 0;
  const alive = () => { clearTimeout(timer); timer = setTimeout(() => quiet.abort(), 40000); };
  alive();
  try {
    const res = await fetch("/api/events", { headers, credentials: "omit", cache: "no-store", signal: quiet.signal });
    if (res.status === 401) return forget();
    if (!res.ok) return;
    const reader = res.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      alive();
      rest += value;
      let end;
      while ((end = rest.indexOf("\n\n")) >= 0) {
        take(rest.slice(0, end));
        rest = rest.slice(end + 2);
      }
    }
  } finally { clearTimeout(timer); quiet.abort(); }
}

function take(text) {
  let kind = "", data = "", id = "";
  for (const l of text.split("\n")) {
    if (l.startsWith("event: ")) kind = l.slice(7);
    else if (l.startsWith("data: ")) data += l.slice(6);
    else if (l.startsWith("id: ")) id = l.slice(4);
  }
  if (id) last = id;
  if (!kind) return;
  const value = JSON.parse(data || "{}");
  if (kind === "hello") {
    attempt = 0;
    const other = run && run !== value.run;
    run = value.run;
    if (!connected.value) tell("connected", true);
    if (other) { tell("restarted", {}); if (!last.startsWith(run)) { last = ""; tell("resync", {}); } }
  } else if (kind === "end") {
    if (value.why === "session") forget();
  } else tell(kind, value);
}
