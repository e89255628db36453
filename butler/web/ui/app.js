// The frame of the page: who may see it, what is shown, the keys.
import { h, render } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { enter, fromPeer, onLost, pair, signedIn } from "./api.js";
import { again, connected, restarted, start } from "./live.js";
import { html, Dialog, Fault, Icon, to, toast, toasts, use } from "./parts.js";
import { t } from "./text.js";
import { Inbox, pending } from "./inbox.js";

// The other pages are loaded when they are first looked at.
const later = (name, load) => {
  let Page = null;
  return function Later(props) {
    const [, set] = useState(0), [error, setError] = useState(null);
    const go = () => load().then((m) => { Page = m[name]; setError(null); set((n) => n + 1); }, () => setError({ message: t.offline }));
    useEffect(() => { if (!Page) go(); }, []);
    return Page ? html`<${Page} ...${props} />` : error ? html`<div class="page"><${Fault} error=${error} again=${go} /></div>` : html`<div class="page"></div>`;
  };
};
const pages = {
  inbox: Inbox, activity: later("Activity", () => import("./activity.js")), agents: later("Agents", () => import("./agents.js")), log: later("Log", () => import("./log.js")), policy: later("Policy", () => import("./policy.js")),
  insights: later("Insights", () => import("./insights.js")), services: later("Services", () => import("./services.js")), settings: later("Settings", () => import("./settings.js")), more: More,
};
const rest = ["policy", "insights", "services", "settings"]; // behind "more" on a phone
const leads = { i: "inbox", a: "activity", l: "log", s: "agents", p: "policy", n: "insights", v: "services", e: "settings" };

const word = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
const place = (hash) => {
  const [name, ...args] = hash.replace(/^#\/?/, "").split("/").map(word);
  return { name: Object.hasOwn(pages, name) ? name : "inbox", args };
};

function Nav({ name }) {
  const count = use(pending).length;
  const link = (p, cls = "") => html`<a href="#/${p}" class=${cls} aria-current=${p === name || p === "more" && rest.includes(name) ? "page" : undefined}><${Icon} name=${p} /><span>${t.pages[p]}</span>${p === "inbox" && count > 0 && html`<span class="n">${count}<span class="vh"> ${t.inbox.waiting(count)}</span></span>`}</a>`;
  return html`<nav class="nav" aria-label=${t.nav}>${Object.keys(pages).filter((p) => p !== "more").map((p) => link(p, rest.includes(p) ? "rest" : ""))}${link("more", "moreof")}</nav>`;
}

function More() {
  return html`<div class="page"><h1>${t.pages.more}</h1><ul class="stack">${rest.map((p) => html`<li><a class="btn" href="#/${p}"><${Icon} name=${p} />${t.pages[p]}</a></li>`)}</ul></div>`;
}

const brand = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1b4a40" /><path d="M16 17 6 11.5v11L16 17l10 5.500v-11z" fill="#e9d9a8" /><circle cx="16" cy="17" r="2.600" fill="#12362e" stroke="#e9d9a8" stroke-width="1.500" /></svg>`;

function Frame() {
  const [hash, set] = useState(location.hash), at = place(hash);
  const [help, setHelp] = useState(false);
  const live = use(connected), boots = use(restarted), notes = use(toasts);
  // Before the first paint: who sees the page may already type.
  useLayoutEffect(() => {
    const move = () => set(location.hash);
    move();
    addEventListener("hashchange", move);
    let lead = 0;
    const key = (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (e.target.closest("input, textarea, select")) { if (e.key === "Escape") e.target.blur(); return; }
      if (Date.now() - lead < 1200 && leads[e.key]) { lead = 0; e.preventDefault(); return to(leads[e.key]); }
      lead = 0;
      if (e.key === "g") lead = Date.now();
      else if (e.key === "?") setHelp(true);
      else if (e.key === "/") { const s = document.querySelector("input[type=search]"); if (s) { e.preventDefault(); s.focus(); } }
      else dispatchEvent(new CustomEvent("page-key", { detail: e }));
    };
    addEventListener("keydown", key);
    return () => { removeEventListener("hashchange", move); removeEventListener("keydown", key); };
  }, []);
  useEffect(() => { if (boots) toast(t.restarted); }, [boots]);
  useEffect(() => { document.querySelector("#main")?.scrollTo(0, 0); }, [at.name]);
  return html`<div class="frame">
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); document.querySelector("#main").focus(); }}>${t.skip}</a>
    <header class="side"><a class="brand" href="#/inbox">${brand}<span>butler</span></a><${Nav} name=${at.name} />
      <div class="foot"><button onClick=${() => setHelp(true)}>${t.help} <kbd>?</kbd></button><span role="status"><span class="dot ${live ? "" : "off"}"></span>${live ? t.live : live === null ? t.joins : t.lost}</span></div></header>
    <main class="main" id="main" tabindex="-1">
      ${live === false && html`<div class="banner" role="alert"><span>${t.offline}</span><button class="btn small" onClick=${again}>${t.retry}</button></div>`}
      <${pages[at.name]} args=${at.args} key=${at.name} />
    </main>
    <div class="toasts" role="status" aria-live="polite">${notes.map((n) => html`<div class="toast">${n.text}</div>`)}</div>
    ${help && html`<${Dialog} title=${t.helpTitle} close=${() => setHelp(false)}><dl class="keys">${t.keys.map(([k, says]) => html`<dt><kbd>${k}</kbd></dt><dd>${says}</dd>`)}</dl><div class="row end"><button class="btn" onClick=${() => setHelp(false)}>${t.close}</button></div><//>`}
  </div>`;
}

// Enter is what somebody sees who is not signed in.
function Enter({ why }) {
  const [letters, set] = useState(""), [fault, setFault] = useState("");
  const ask = async () => { setFault(""); try { if (await pair(set)) show(); else set(""); } catch (e) { set(""); setFault(e.message); } };
  return html`<main class="page"><div class="empty"><${Icon} name="key" /><h2>${t.enter.title}</h2><p>${why || t.enter.body}</p><p class="code">butler open</p><p class="small">${t.enter.note}</p>
    ${letters ? html`<div role="status"><h3>${t.enter.say}</h3><p class="code">butler open --code ${letters}</p><p class="small">${t.enter.waits}</p></div>` : html`<p><button class="btn" onClick=${ask}>${t.enter.else}</button></p>`}${fault && html`<p class="fault" role="alert">${fault}</p>`}</div></main>`;
}

const root = document.getElementById("app");
function show() {
  root.textContent = "";
  render(h(Frame), root);
  start();
}
function shut(why) {
  render(null, root);
  root.textContent = "";
  render(h(Enter, { why }), root);
  document.title = "butler";
}

onLost(() => shut(t.enter.over));
let why = "";
try { await enter(); } catch (e) { why = e.code === "ticket" ? t.enter.used : e.message; }
if (signedIn() || await fromPeer()) show();
else shut(why);
// A fresh link in a tab that is open already.
addEventListener("hashchange", async () => {
  if (!location.hash.startsWith("#ticket=")) return;
  try { await enter(); show(); } catch (e) { if (!signedIn()) shut(e.code === "ticket" ? t.enter.used : e.message); }
});
