// What several pages show.
import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { effect, signal } from "@preact/signals-core";
import htm from "htm";
import { get, inTurn } from "./api.js";
import { on } from "./live.js";
import { t } from "./text.js";

export const html = htm.bind(h);

// use follows a signal.
export function use(s) {
  const [v, set] = useState(s.value);
  useEffect(() => effect(() => set(s.value)), [s]);
  return v;
}

export const now = signal(Date.now());
setInterval(() => { if (!document.hidden) now.value = Date.now(); }, 1000);

export const toasts = signal([]);
export function toast(text) {
  const one = { text };
  toasts.value = [...toasts.value.slice(-3), one];
  setTimeout(() => { toasts.value = toasts.value.filter((x) => x !== one); }, 6000);
}

// useData loads path, again after events of kinds, at most once each pause ms. What
// is shown stays while it is read anew.
export function useData(path, kinds = [], pause = 80) {
  const [state, set] = useState({ path, loading: true });
  const load = useRef(() => {});
  useEffect(() => {
    let timer = 0, over = false;
    load.current = inTurn(() => get(path).then(
      (data) => { if (!over) set({ path, data }); },
      (error) => { if (!over) set((s) => ({ path, data: s.path === path ? s.data : undefined, error })); },
    ));
    load.current();
    const off = on(kinds, () => { timer ||= setTimeout(() => { timer = 0; load.current(); }, pause); });
    return () => { over = true; clearTimeout(timer); off(); };
  }, [path]);
  const mine = state.path === path ? state : { loading: true };
  return { ...mine, loading: mine.data === undefined && !mine.error, reload: () => load.current() };
}

// Loaded shows the states of what useData reads, and children once it is there.
export function Loaded({ of, children }) {
  if (of.loading) return html`<div class="skel" role="status"><span class="vh">${t.loading}</span><i></i><i></i><i></i></div>`;
  if (of.data === undefined) return html`<${Fault} error=${of.error} again=${of.reload} />`;
  return children(of.data);
}

export function Fault({ error, again }) {
  return html`<div class="fault" role="alert"><strong>${t.failed}.</strong> <span>${error.message}</span>
    ${Array.isArray(error.data) && html`<ul class="mono">${error.data.map((x) => html`<li>${x}</li>`)}</ul>`}
    ${again && html`<button class="btn small" onClick=${again}>${t.retry}</button>`}</div>`;
}

const paths = {
  inbox: "M3 13l3-9h12l3 9v6H3zM3 13h5l2 3h4l2-3h5", activity: "M3 12h4l3-8 4 16 3-8h4", agents: "M12 3v3M6 8h12a2 2 0 012 2v8a2 2 0 01-2 2H6a2 2 0 01-2-2v-8a2 2 0 012-2zM9 13v2M15 13v2", log: "M9 7H7a5 5 0 000 10h2M15 7h2a5 5 0 010 10h-2M8 12h8",
  policy: "M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4", insights: "M4 20V10M10 20V4M16 20v-7M21 20H3", services: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z", settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4", more: "M5 12h.01M12 12h.01M19 12h.01",
  safe: "M4 12l5 5L20 6", unknown: "M9 9a3 3 0 115 2c-1.500 1-2 1.500-2 3M12 18h.01", dangerous: "M12 3L2 20h20zM12 10v4M12 17h.01", outward: "M7 17L17 7M9 7h8v8", forbidden: "M5 5l14 14M12 3a9 9 0 100 18 9 9 0 000-18z",
  ask: "M9 9a3 3 0 115 2c-1.500 1-2 1.500-2 3M12 18h.01", hold: "M9 5v14M15 5v14", deny: "M6 6l12 12M18 6L6 18", allow: "M4 12l5 5L20 6", none: "M5 12h14", key: "M14 10a4 4 0 10-3 3l-7 7v0h4v-3h3v-3z",
};
export const Icon = ({ name }) => html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${paths[name] || paths.none} /></svg>`;

const tierClass = { safe: "safe", unknown: "", dangerous: "warn", outward: "out", forbidden: "bad" };
export const Tier = ({ of }) => of ? html`<span class="tag ${tierClass[of] || ""}" title=${t.tierSays[of]}><${Icon} name=${of} />${t.tier[of] || of}</span>` : null;
const answerClass = { allow: "safe", ask: "warn", hold: "warn", deny: "bad", none: "" };
export const Answer = ({ of }) => html`<span class="tag ${answerClass[of] || ""}"><${Icon} name=${of} />${t.answer[of] || of}</span>`;

const stamp = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
export const absolute = (at) => stamp.format(new Date(at));
// Time is how long ago something was; its title is the time itself.
export function Time({ at }) {
  const ms = use(now);
  const d = new Date(at);
  return html`<time datetime=${d.toISOString()} title=${absolute(at)} class="nowrap">${t.ago((ms - d) / 1000)}</time>`;
}
export function Clock({ at }) {
  const d = new Date(at), today = Date.now() - d < 43200000;
  return html`<time datetime=${d.toISOString()} title=${absolute(at)} class="small soft nowrap">${today ? clock.format(d) : date.format(d) + " " + clock.format(d).slice(0, 5)}</time>`;
}
export function Until({ at }) {
  const s = (new Date(at) - use(now)) / 1000;
  return html`<time datetime=${at} title=${absolute(at)} class="nowrap">${t.inTime(s)}</time>`;
}
export const bytes = (b) => b < 1024 ? `${b} B` : b < 1 << 20 ? `${(b / 1024).toFixed(0)} kB` : b < 1 << 30 ? `${(b / (1 << 20)).toFixed(1)} MB` : `${(b / (1 << 30)).toFixed(1)} GB`;
export const span = (ms) => ms < 1000 ? `${Math.round(ms)} ms` : ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : ms < 3600000 ? `${Math.round(ms / 60000)} min` : `${(ms / 3600000).toFixed(1)} h`;

// Seen shows text of others. What the server spelled out, since a browser would
// hide it or turn it around, is marked.
const odd = /(\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|\\x[0-9a-f]{2})/;
const hides = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
export function Seen({ text }) {
  const safe = String(text ?? "").replace(hides, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  if (!odd.test(safe)) return safe;
  return safe.split(odd).map((p, i) => i % 2 ? html`<span class="odd" title=${t.hidden}>${p}</span>` : p);
}
// Why is a sentence of guard, in which words of the line stand between backticks.
export const Why = ({ text }) => text.split("`").map((p, i) => i % 2 ? html`<code><${Seen} text=${p} /></code>` : html`<${Seen} text=${p} />`);
export const Line = ({ text, cut }) => html`<span class="line ${cut ? "cut" : ""}" dir="ltr"><${Seen} text=${text} /></span>`;

// Empty is a page without anything on it yet, and says what would be there.
export const Empty = ({ icon, title, body, children }) => html`<div class="empty"><${Icon} name=${icon} /><h2>${title}</h2><p>${body}</p>${children}</div>`;

// Dialog is a modal window. The browser keeps the focus in it and Esc closes it.
export function Dialog({ title, close, drawer, children }) {
  const ref = useRef(), down = useRef(null);
  useLayoutEffect(() => { ref.current.showModal(); }, []);
  // A click beside it closes it; the end of a drag that began in it does not.
  return html`<dialog ref=${ref} class=${drawer ? "drawer" : ""} aria-label=${title} onClose=${close} onMouseDown=${(e) => { down.current = e.target; }} onClick=${(e) => { if (e.target === ref.current && down.current === e.target) close(); }}><h2>${title}</h2>${children}</dialog>`;
}

export function Copy({ text }) {
  const [done, set] = useState(false);
  return html`<button class="btn bare small" onClick=${() => navigator.clipboard.writeText(text).then(() => { set(true); setTimeout(set, 1500, false); })}>${done ? t.copied : t.copy}</button>`;
}

// Rows draws only what is to be seen of a long list of rows of one height.
export function Rows({ items, height, row, label, end }) {
  const ref = useRef();
  const [view, set] = useState({ top: 0, h: 900 });
  const look = () => { const e = ref.current; if (e) { set({ top: e.scrollTop, h: e.clientHeight }); if (end && e.scrollTop + e.clientHeight > items.length * height - 600) end(); } };
  useLayoutEffect(() => {
    look();
    const r = new ResizeObserver(look);
    r.observe(ref.current);
    return () => r.disconnect();
  }, [items.length]);
  const from = Math.max(0, Math.floor(view.top / height) - 8), to = Math.min(items.length, Math.ceil((view.top + view.h) / height) + 8);
  return html`<div class="vlist" ref=${ref} onScroll=${look} tabindex="0" role="region" aria-label=${label}>
    <div ref=${(e) => { if (e) e.style.height = items.length * height + "px"; }}>
    ${items.slice(from, to).map((x, i) => row(x, (e) => { if (e) e.style.top = (from + i) * height + "px"; }))}</div></div>`;
}

// to goes to a page. It is there at once: the next key may come before the
// browser tells that the address has changed.
export function to(path) {
  location.hash = "/" + path;
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export const base = (path) => String(path || "").split("/").filter(Boolean).pop() || "";
