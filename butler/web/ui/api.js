// The owner's token and the requests that bear it. The token is kept for this
// tab alone; another tab of the same page may ask for it.
import { t } from "./text.js";

const KEY = "butler.token";
let token = sessionStorage.getItem(KEY) || "";
const peers = new BroadcastChannel("butler.session");
let lost = () => {};

export class Fault extends Error {
  constructor(code, message, status, data) {
    super(message);
    Object.assign(this, { code, status, data });
  }
}

export const signedIn = () => token !== "";
export const bearer = () => token;
export const onLost = (f) => { lost = f; };

function keep(value) {
  token = value;
  if (value) sessionStorage.setItem(KEY, value);
  else sessionStorage.removeItem(KEY);
}

peers.onmessage = ({ data }) => {
  if (data.want && token) peers.postMessage({ token });
  if (data.over && data.over === token) forget();
};

// forget ends what this tab knows of the session.
export function forget() {
  if (!token) return;
  peers.postMessage({ over: token });
  keep("");
  lost();
}

// fromPeer asks the other tabs for their session.
export function fromPeer() {
  return new Promise((done) => {
    const ask = new BroadcastChannel("butler.session");
    const end = (value) => { clearTimeout(timer); ask.close(); if (value) keep(value); done(Boolean(value)); };
    const timer = setTimeout(end, 250, "");
    ask.onmessage = ({ data }) => { if (data.token) end(data.token); };
    ask.postMessage({ want: true });
  });
}

// enter exchanges the ticket in the address for a session. The ticket leaves the
// address, and the history, before anything else happens.
export async function enter() {
  const m = /^#ticket=([\w-]+)$/.exec(location.hash);
  if (!m) return false;
  history.replaceState(null, "", location.pathname);
  const out = await send("POST", "/api/session", { ticket: m[1] });
  keep(out.token);
  return true;
}

// pair asks to be let in by letters that the owner says in a terminal. It calls
// letters with them, and gives true once they have.
export async function pair(letters) {
  const asked = await send("POST", "/api/pair", {});
  letters(asked.letters);
  for (const end = Date.now() + asked.for_s * 1000; Date.now() < end;) {
    await new Promise((go) => setTimeout(go, 1500));
    try {
      keep((await send("POST", "/api/session", { ticket: asked.ticket })).token);
      return true;
    } catch (e) { if (e.code !== "ticket" && e.code !== "unreachable") throw e; }
  }
  return false;
}

// How long an answer is waited for, in ms. What has none may have been done.
const patience = 60000;

async function send(method, path, body, signal = AbortSignal.timeout(patience)) {
  const headers = { "X-Butler-Review": "1" };
  if (token) headers.Authorization = "Bearer " + token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let res, out;
  try {
    res = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, credentials: "omit", cache: "no-store", redirect: "error" });
    out = await res.json();
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Fault("unreachable", t.silent, 0);
  }
  if (out.ok) return out.data;
  const f = new Fault(out.error.code, out.error.message, res.status, out.error.data);
  if (res.status === 401) forget();
  throw f;
}

// inTurn makes of load one that never overtakes itself: what asks for it while it
// is under way gets the one that begins after that.
export function inTurn(load) {
  let last = Promise.resolve(), next = null;
  return () => next ||= last = last.catch(() => {}).then(() => { next = null; return load(); });
}

export const get = (path, signal) => send("GET", path, undefined, signal);
export const post = (path, body = {}) => send("POST", path, body);
export const put = (path, body) => send("PUT", path, body);
export const del = (path) => send("DELETE", path);
