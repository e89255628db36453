// One stream of events for all tabs: the tab that holds the lock reads it and
// passes it on. Whoever missed something is told to read anew.
import { bearer, forget, signedIn } from "./api.js";
import { signal } from "@preact/signals-core";

export const connected = signal(null); // true, false, or null: not known yet
export const restarted = signal(0);

const listeners = new Set();
const tabs = new BroadcastChannel("butler.live");
let run = "", last = "", attempt = 0, wake = () => {}, stop = () => {}, leads = false, begun = false, wired = false, heard = Date.now();

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
  heard = Date.now();
  if (data.kind === "hello?") { if (leads && connected.value !== null) tabs.postMessage({ kind: "connected", data: connected.value }); }
  else if (data.kind === "now") wake();
  else if (data.kind === "beat") return;
  else deliver(data);
};

// again tries to connect at once.
export function again() { tabs.postMessage({ kind: "now" }); wake(); }

// start makes this tab the one that leads, or the next one. A tab that is put
// away gives the lead up; one that is silent for long, since the browser froze
// it, has it taken.
export function start() {
  if (begun) return;
  begun = true;
  tabs.postMessage({ kind: "hello?" });
  if (!navigator.locks) return void lead(); // an origin that is not secure: each tab for itself
  stand();
  if (wired) return;
  wired = true;
  addEventListener("pagehide", () => stop());
  addEventListener("pageshow", (e) => { if (e.persisted) { stop(); stand(); deliver({ kind: "resync", data: {} }); } });
  setInterval(() => {
    if (leads) tabs.postMessage({ kind: "beat" });
    else if (signedIn() && !document.hidden && Date.now() - heard > 35000) { heard = Date.now(); stand(true); }
  }, 10000);
}

// stand asks for the lead; steal takes it.
function stand(steal) {
  const end = new AbortController();
  stop();
  stop = () => { end.abort(); wake(); };
  const how = steal ? { steal: true } : { signal: end.signal };
  navigator.locks.request("butler.live", how, () => lead(end.signal)).catch(() => end.abort());
}

async function lead(gone) {
  leads = true;
  while (signedIn() && !gone?.aborted) {
    try { await read(gone); } catch { /* the next try says */ }
    if (!signedIn() || gone?.aborted) break;
    if (connected.value !== false) tell("connected", false);
    const pause = Math.min(8000, 300 * 2 ** attempt++);
    await new Promise((go) => { wake = go; setTimeout(go, pause); });
  }
  leads = false;
  if (!signedIn()) begun = false;
}

async function read(gone) {
  const headers = { Authorization: "Bearer " + bearer() };
  if (last) headers["Last-Event-ID"] = last;
  const fresh = !last;
  const quiet = new AbortController();
  gone?.addEventListener("abort", () => quiet.abort());
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
        take(rest.slice(0, end), fresh);
        rest = rest.slice(end + 2);
      }
    }
  } finally { clearTimeout(timer); quiet.abort(); }
}

// take takes one event of the stream. A stream that is fresh, since this tab has
// read none before, begins with reading everything anew, and not before: what
// happened until then nobody may have heard of.
function take(text, fresh) {
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
    if (other) tell("restarted", {}); // the server itself tells one that comes back to read anew
    if (fresh) tell("resync", {});
  } else if (kind === "end") {
    if (value.why === "session") forget();
  } else tell(kind, value);
}
