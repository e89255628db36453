// What waits for the owner, and the decision about it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { computed, signal } from "@preact/signals-core";
import { get, inTurn, post } from "./api.js";
import { connected, on } from "./live.js";
import { html, base, bytes, Clock, Dialog, Empty, Fault, Icon, Line, Seen, Tier, Time, to, toast, Until, use, Why } from "./parts.js";
import { t } from "./text.js";

const risk = { forbidden: 0, outward: 1, dangerous: 2, unknown: 3, safe: 4 };
const all = signal({ items: new Map(), recent: [], loading: true });

// pending is what waits, the riskiest first; of the same risk, first who holds,
// then the oldest.
export const pending = computed(() => [...all.value.items.values()].sort((a, b) =>
  (risk[a.tier] ?? 2) - (risk[b.tier] ?? 2) || b.attached - a.attached || (a.created < b.created ? -1 : 1)));

// What is heard of while the list is under way may not be in it.
let heard = null;
const load = inTurn(async () => {
  heard = [];
  try {
    const data = await get("/api/inbox");
    all.value = heard.reduce(withItem, { items: new Map(data.items.map((x) => [x.id, x])), recent: data.recent });
  } catch (error) {
    all.value = { ...all.value, loading: false, error };
  }
  heard = null;
});

// withItem is what there is, with an item as it is now.
function withItem(state, x) {
  const old = state.items.get(x.id) || state.recent.find((y) => y.id === x.id);
  if (old && old.rev > x.rev) return state;
  const items = new Map(state.items);
  let recent = state.recent.filter((y) => y.id !== x.id);
  if (x.state === "PENDING") items.set(x.id, x);
  else { items.delete(x.id); recent = [x, ...recent].slice(0, 50); }
  return { ...state, items, recent };
}

on(["item"], ({ kind, data }) => {
  if (kind === "resync") return load();
  heard?.push(data);
  const count = all.value.items.size;
  all.value = withItem(all.value, data);
  if (all.value.items.size > count) tellOf(all.value.items.size);
});

// The tab tells how many wait; a note of the browser tells no content.
function tellOf(count) {
  if (document.hidden && typeof Notification !== "undefined" && Notification.permission === "granted") new Notification("butler", { body: t.notice(count), tag: "butler" });
}
pending.subscribe((list) => {
  document.title = (list.length ? `(${list.length}) ` : "") + "butler";
  const icon = document.querySelector("link[rel=icon]");
  const dot = list.length ? '<circle cx="24" cy="8" r="8" fill="#f4b942"/>' : "";
  if (icon) icon.href = "data:image/svg+xml," + encodeURIComponent(`<svg xmlns="http:${"//"}www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#12362e"/><path d="M16 17 6 11.500v11L16 17l10 5.500v-11z" fill="#e9d9a8"/>${dot}</svg>`);
});

const chosen = signal(new Set());
const newKey = () => crypto.randomUUID();
// What was sent and got no answer: the page does not send it again by itself.
const unsure = signal(new Set());

export function Inbox({ args }) {
  const { loading, error, recent } = use(all), list = use(pending), many = use(chosen);
  const [find, setFind] = useState(""), [batch, setBatch] = useState("");
  const open = args[0] || "";
  const q = find.toLowerCase();
  const shown = q ? list.filter((x) => [x.title, x.project, x.ref, x.reason, x.client].join(" ").toLowerCase().includes(q)) : list;
  const at = shown.findIndex((x) => x.ref === open);
  useEffect(() => { load(); }, []);
  useLayoutEffect(() => {
    const key = ({ detail: e }) => {
      const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (step && shown.length) {
        e.preventDefault();
        const next = shown[Math.max(0, Math.min(shown.length - 1, at < 0 ? 0 : at + step))];
        show(next.ref);
        requestAnimationFrame(() => document.getElementById("item-" + next.ref)?.scrollIntoView({ block: "nearest" }));
      } else if (e.key === "x" && at >= 0) toggle(shown[at].id);
      else if (e.key === "Escape" && open) show("");
      else if (e.key === "Enter" && at < 0 && shown.length && !e.target.closest("button, a")) show(shown[0].ref);
    };
    addEventListener("page-key", key);
    return () => removeEventListener("page-key", key);
  });
  const picked = list.filter((x) => many.has(x.id) && x.kind === "approval");
  if (loading) return html`<div class="page"><div class="skel" role="status"><span class="vh">${t.loading}</span><i></i><i></i><i></i></div></div>`;
  if (error && !list.length) return html`<div class="page">${error.code === "unavailable" ? html`<${Empty} icon="inbox" title=${t.inbox.off} body=${t.inbox.offBody} />` : html`<${Fault} error=${error} again=${load} />`}</div>`;
  const some = list.length > 0 || open;
  return html`<div class="page full">
    <div class="head"><h1>${t.pages.inbox}</h1><span class="sub" role="status">${list.length ? t.inbox.waiting(list.length) : ""}</span>
      ${(list.length > 4 || find) && html`<div class="end"><input type="search" aria-label=${t.inbox.search} placeholder=${t.inbox.search} value=${find} onInput=${(e) => setFind(e.target.value)} /></div>`}
      ${picked.length > 0 && html`<div class="end"><span class="soft">${t.inbox.select(picked.length)}</span><button class="btn go small" onClick=${() => setBatch("yes")}>${t.inbox.batch(picked.length)}</button><button class="btn no small" onClick=${() => setBatch("no")}>${t.inbox.batchDeny(picked.length)}</button><button class="btn small" onClick=${() => { chosen.value = new Set(); }}>${t.inbox.clear}</button></div>`}</div>
    ${some ? html`<div class="two ${open ? "open" : ""}">
      <div class="list" role="listbox" aria-label=${t.pages.inbox}>${shown.map((x) => html`<${Row} key=${x.id} x=${x} on=${x.ref === open} picked=${many.has(x.id)} />`)}
        ${recent.length > 0 && html`<h3 class="settled">${t.inbox.recent}</h3>${recent.slice(0, 15).map((x) => html`<${Row} key=${x.id} x=${x} on=${x.ref === open} done />`)}`}</div>
      <section class="detail" aria-label=${open}>${open ? html`<${Detail} key=${open} name=${open} after=${shown[at + 1] || shown[at - 1]} />` : html`<${Empty} icon="inbox" title=${t.inbox.waiting(list.length)} body=${t.inbox.pick} />`}</section>
    </div>` : html`<div class="page"><${Empty} icon="safe" title=${t.inbox.none} body=${t.inbox.noneBody} />${recent.length > 0 && html`<div class="box wide"><h3>${t.inbox.recent}</h3>${recent.slice(0, 12).map((x) => html`<${Row} x=${x} done />`)}</div>`}</div>`}
    ${batch && html`<${Batch} items=${picked} yes=${batch === "yes"} close=${() => setBatch("")} />`}
  </div>`;
}

const show = (ref) => to(ref ? "inbox/" + ref : "inbox");
function toggle(id) {
  const next = new Set(chosen.value);
  if (!next.delete(id)) next.add(id);
  chosen.value = next;
}

function Row({ x, on, done, picked }) {
  return html`<div role="option" aria-selected=${on ? "true" : "false"} id="item-${x.ref}" tabindex="0" class="item ${done ? "" : x.tier}" onClick=${() => show(x.ref)} onKeyDown=${(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); show(x.ref); } }}>
    <span class="meta">${done ? html`<span class="tag ${x.state === "CONSUMED" || x.state === "APPROVED" ? "safe" : x.state === "DENIED" ? "bad" : ""}">${t.inbox.done[x.state]}</span>` : html`<${Tier} of=${x.tier} />`}
      ${x.attached && !done ? html`<span class="hold">${t.inbox.holding}</span>` : null}<span class="nowrap">${x.ref}</span>${picked && html`<span class="tag safe"><${Icon} name="allow" />${t.inbox.selectOne}</span>`}</span>
    <span class="line"><${Seen} text=${x.title} /></span>
    <span class="meta"><span>${base(x.project) || t.agents.noProject}</span><span>${x.client}</span><${Time} at=${done && x.ended ? x.ended : x.created} />${!done && html`<span><${Until} at=${x.expires} /> ${t.inbox.left}</span>`}${x.attempts > 1 && html`<span>${t.inbox.tries(x.attempts)}</span>`}</span></div>`;
}

// Detail shows an item as it was prepared, so that what is decided is what is
// shown.
function Detail({ name, after }) {
  const [prep, setPrep] = useState(null), early = useRef(""), [item, setItem] = useState(null), [error, setError] = useState(null);
  const [step, setStep] = useState(""), [busy, setBusy] = useState(false), [note, setNote] = useState(""), [scope, setScope] = useState("once"), [value, setValue] = useState(null), [whole, setWhole] = useState(false);
  const live = use(connected) !== false, lost = use(unsure);
  const alive = useRef(true), seen = useRef(null);
  const [read] = useState(() => inTurn(async () => {
    try {
      const p = await post(`/api/inbox/${name}/prepare`);
      if (!alive.current) return null;
      if (seen.current && (seen.current.rev !== p.item.rev || seen.current.content_hash !== p.item.content_hash)) setNote(t.inbox.changedSince);
      seen.current = p.item;
      setPrep(p); setItem(p.item); setError(null);
      return p;
    } catch (e) {
      if (!alive.current) return null;
      if (e.code === "already_resolved") {
        try { const it = await get(`/api/inbox/${name}`); if (alive.current) { setItem(it); setPrep(null); setError(null); setStep(""); } } catch (e2) { setError(e2); }
      } else setError(e);
      return null;
    }
  }));
  useEffect(() => {
    alive.current = true;
    read();
    const off = on(["item"], (e) => { if (e.kind === "resync" || e.data.ref === name) read(); });
    return () => { alive.current = false; off(); };
  }, [name]);

  const open = item && item.state === "PENDING";
  const long = item && content(item).some((f) => f.text.length > limit);
  const mayYes = open && live && !busy && !item.refused && (whole || !long) && !lost.has(item.id);
  const mayNo = open && live && !busy && !lost.has(item.id);

  const send = async (decision, said) => {
    setBusy(true);
    setStep("");
    try {
      let p = prep;
      if (!p || new Date(p.expires) - Date.now() < 15000) {
        const before = seen.current;
        p = await read();
        if (!p || p.item.rev !== before.rev || p.item.content_hash !== before.content_hash || p.item.refused && decision.approved) return;
      }
      const out = await post(`/api/inbox/${item.ref}/decide`, { rev: p.item.rev, content_hash: p.item.content_hash, token: p.token, idempotency_key: newKey(), decision, scope: decision.approved ? scope : "once" });
      toast(t.inbox.toast[said](item.ref) + (out.warning ? ". " + out.warning : ""));
      setPrep(null); setItem(out.item);
      if (after && alive.current) show(after.ref);
    } catch (e) {
      if (e.code === "unreachable") { unsure.value = new Set([...unsure.value, item.id]); toast(t.inbox.toast.lost); }
      else { setNote(e.message); read(); }
    } finally { if (alive.current) setBusy(false); }
  };
  // Once butler is back, the item itself says what became of it.
  useEffect(() => {
    if (!live || !item || !lost.has(item.id)) return;
    const next = new Set(lost); next.delete(item.id); unsure.value = next;
    read();
  }, [live]);

  useLayoutEffect(() => {
    const ask = (k) => {
      if (k === "a" && mayYes && item.kind === "approval") setStep("yes");
      else if (k === "d" && mayNo) setStep("no");
      else if (k === "c" && mayNo) setStep("change");
    };
    // The first key that comes while the item is being read is kept, so that what
    // follows "d" is not taken for keys of its own.
    const key = ({ detail: e }) => {
      if (step || !"adc".includes(e.key)) return;
      e.preventDefault();
      if (!item) early.current ||= e.key;
      else if (open) ask(e.key);
    };
    if (open && early.current) { const k = early.current; early.current = ""; ask(k); }
    addEventListener("page-key", key);
    return () => removeEventListener("page-key", key);
  });

  if (error) return html`<div class="body"><${Fault} error=${error} again=${read} /></div>`;
  if (!item) return html`<div class="body"><div class="skel" role="status"><span class="vh">${t.loading}</span><i></i><i></i></div></div>`;
  const c = item.card;
  return html`<div class="body stack">
      <div><div class="row"><button class="btn small back" onClick=${() => show("")}>← ${t.back}</button><${Tier} of=${item.tier} /><strong>${item.ref}</strong>
        ${open ? item.attached ? html`<span class="hold">${t.inbox.holding}</span>` : html`<span class="tag">${t.inbox.parked}</span>` : html`<span class="tag">${t.inbox.done[item.state]}</span>`}
        <span class="soft small"><${Time} at=${item.created} />${open && html` · <${Until} at=${item.expires} /> ${t.inbox.left}`}</span></div></div>
      ${note && html`<div class="fault" role="alert">${note}</div>`}
      ${!open && html`<${Settled} item=${item} read=${read} />`}
      ${lost.has(item.id) && html`<div class="fault" role="alert">${t.inbox.unsure}</div>`}
      <div><h2>${t.inbox.wants[item.kind]}</h2>
        ${content(item).map((f, _, all) => html`<${Field} f=${f} only=${all.length === 1} whole=${whole} all=${() => setWhole(true)} />`)}
        ${item.kind === "choice" && html`<fieldset class="stack plain"><legend class="vh">${t.inbox.choose}</legend>${item.options.map((o) => html`<label class="row"><input type="radio" name="choice" checked=${value === o.value} onChange=${() => setValue(o.value)} disabled=${!open} /> <${Seen} text=${o.label || o.value} /></label>`)}</fieldset>`}
        ${item.kind === "edit" && html`<label>${item.field}<textarea rows="8" disabled=${!open} value=${value ?? item.text} onInput=${(e) => setValue(e.target.value)} /></label>`}</div>
      ${open && item.refused && html`<div class="fault" role="alert"><strong>${t.inbox.cannot}.</strong> <${Seen} text=${item.refused} /></div>`}
      <div><h3>${t.inbox.why}</h3><ul class="why">${(c?.why?.length ? c.why : item.reasons.map((r) => r.why)).map((w) => html`<li><${Icon} name="dangerous" /><span><${Why} text=${w} /></span></li>`)}</ul>
        ${item.effects.length > 0 && html`<p class="row effects">${item.effects.map((e) => html`<span class="tag">${e}</span>`)}</p>`}</div>
      ${c?.safer?.length > 0 && html`<div class="note"><h3>${t.inbox.safer}</h3>${c.safer.map((s) => html`<p><${Seen} text=${s} /></p>`)}</div>`}
      ${c?.commands?.length > 0 && html`<div class="stack"><h3>${t.inbox.commands}</h3>${c.commands.map((cmd) => html`<div><p class="meta">${cmd.needs.map((x) => html`<span class="tag warn">${x}</span>`)}${cmd.via?.length ? html`<span>${t.inbox.via(cmd.via.join(", "))}</span>` : null}${cmd.env?.length ? html`<span>${t.inbox.env(cmd.env.join(", "))}</span>` : null}</p>
        <ol class="argv" start="0">${cmd.argv.map((w) => html`<li><span dir="ltr"><${Seen} text=${w === "" ? "''" : w} /></span></li>`)}</ol>${!cmd.told && html`<p class="small soft">${t.inbox.untold}</p>`}</div>`)}</div>`}
      ${c?.files?.length > 0 && html`<div><h3>${t.inbox.files}</h3><ul>${c.files.map((f) => html`<li><${Line} text=${f.path} /> <span class="mono soft small">sha256:${f.sha256.slice(0, 16)}…</span></li>`)}</ul><p class="small soft">${t.inbox.filesNote}</p></div>`}
      ${item.before.length > 0 && html`<details open><summary>${t.inbox.before}</summary><div class="stack said">${item.before.map((b) => html`<blockquote class="box small"><strong>${b.who}</strong> <${Seen} text=${b.text} />${b.cut ? " …" : ""}</blockquote>`)}</div></details>`}
      <details><summary>${t.inbox.facts}</summary><dl class="facts"><dt>${t.inbox.client}</dt><dd>${item.client}${item.unattended ? ", " + t.inbox.alone : ""}</dd>${c && html`<dt>${t.inbox.tool}</dt><dd>${c.tool}</dd><dt>${t.inbox.folder}</dt><dd class="mono">${c.dir}</dd>`}
        <dt>${t.inbox.project}</dt><dd class="mono">${item.project || t.agents.noProject}</dd><dt>${t.inbox.session}</dt><dd class="mono">${item.session}</dd><dt>${t.inbox.fingerprint}</dt><dd class="mono">${item.key}</dd><dt>${t.inbox.hash}</dt><dd class="mono">${item.content_hash}</dd>${item.policy && html`<dt>${t.inbox.policy}</dt><dd class="mono">${item.policy}</dd>`}</dl>
        <h3>${t.inbox.history}</h3><ul class="small">${item.history.map((e) => html`<li><${Clock} at=${e.at} /> ${e.what}${e.by.principal ? `, ${e.by.principal} (${e.by.via})` : ""}${e.note ? html`: <${Seen} text=${e.note} />` : ""}</li>`)}</ul></details>
    </div>
    ${open && html`<div class="decide">
      ${long && !whole && html`<p class="small" role="status">${t.inbox.whole(bytes(Math.max(...content(item).map((f) => f.text.length))))} <button class="btn bare small" onClick=${() => setWhole(true)}>${t.inbox.showAll}</button></p>`}
      <div class="row">${item.kind === "approval" ? html`<button class="btn go" disabled=${!mayYes} onClick=${() => setStep("yes")}>${t.inbox.approveScope[scope]} <kbd>a</kbd></button>` : html`<button class="btn go" disabled=${!mayNo || value === null && item.kind === "choice"} onClick=${() => send({ kind: item.kind, value: value ?? item.text }, "approve")}>${t.inbox.send}</button>`}
        <button class="btn no" disabled=${!mayNo} onClick=${() => setStep("no")}>${t.inbox.deny} <kbd>d</kbd></button>
        <button class="btn" disabled=${!mayNo} onClick=${() => setStep("change")}>${t.inbox.change} <kbd>c</kbd></button>
        ${item.scopes.length > 1 && html`<span class="scopes"><label class="vh" for="scope">${t.inbox.approve}</label><select id="scope" value=${scope} onChange=${(e) => setScope(e.target.value)}>${item.scopes.map((s) => html`<option value=${s}>${t.inbox.scope[s]}</option>`)}</select></span>`}</div>
      <p class="small soft">${item.attached ? t.inbox.held : t.inbox.parkedSays} ${t.inbox.noUndo}</p></div>`}
    ${step === "yes" && html`<${Sure} item=${item} scope=${scope} close=${() => setStep("")} yes=${() => send({ approved: true }, "approve")} />`}
    ${(step === "no" || step === "change") && html`<${No} change=${step === "change"} close=${() => setStep("")} send=${(comment) => send(step === "change" ? { approved: false, changesRequested: true, comment } : { approved: false, comment }, step === "change" ? "change" : "deny")} />`}`;
}

// content is what is decided, all of it.
const content = (item) => item.card ? item.card.fields : [{ name: "", text: item.prompt || item.title }];

const limit = 20000; // characters
function Field({ f, only, whole, all: showAll }) {
  const cut = !whole && f.text.length > limit;
  return html`<figure>${f.name && (!only || f.name !== "command") && html`<figcaption><h3>${f.name}</h3></figcaption>`}<pre class="code" dir="ltr" tabindex="0" aria-label=${f.name || t.inbox.field}><${Seen} text=${cut ? f.text.slice(0, limit) : f.text} /></pre>
    ${cut && html`<button class="btn small" onClick=${showAll}>${t.inbox.showAll} (${bytes(f.text.length)})</button>`}</figure>`;
}

function Settled({ item, read }) {
  const r = item.ruling;
  const back = async () => { try { await post(`/api/inbox/${item.ref}/revoke`, { reason: "" }); toast(t.inbox.takenBack); } catch (e) { toast(e.message); } read(); };
  return html`<div class="box row"><span>${t.inbox.done[item.state]}${r ? html` ${t.inbox.wonBy(`${r.by.principal} (${r.by.via})`)}, <${Time} at=${r.at} />` : ""}</span>${r?.comment && html`<q><${Seen} text=${r.comment} /></q>`}
    ${item.state === "APPROVED" && html`<button class="btn no small" onClick=${back}>${t.inbox.takeBack}</button>`}</div>`;
}

// Sure asks a second time: a key that was pressed by accident approves nothing.
// Neither does text that was meant for another window: a letter or a space closes
// this one.
function Sure({ item, scope, close, yes }) {
  const typed = (e) => { if (e.key.length === 1 && !e.repeat && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); toast(t.inbox.typed); close(); } };
  const far = item.tier === "outward" || item.tier === "forbidden";
  return html`<${Dialog} title=${t.inbox.sure(t.inbox.approveScope[scope])} close=${close}>
    ${far && html`<p class="row"><${Tier} of=${item.tier} /> <strong>${t.inbox.riskHead} ${t.tierSays[item.tier]}.</strong></p>`}
    ${content(item).map((f) => html`<${Field} f=${f} only whole />`)}
    <p class="small">${scope === "once" ? t.inbox.sureBody : t.inbox.scopeSays[scope] + ". " + t.inbox.noUndo}</p>
    ${scope !== "once" && item.prefix?.length > 0 && html`<ul>${item.prefix.map((p) => html`<li><${Line} text=${p.join(" ") + " …"} /></li>`)}</ul>`}
    <div class="row end"><button class="btn" onClick=${close}>${t.cancel} <kbd>Esc</kbd></button><button class="btn go" autofocus onClick=${yes} onKeyDown=${typed}>${t.inbox.yes} <kbd>Enter</kbd></button></div><//>`;
}

function No({ change, close, send }) {
  const [text, set] = useState(""), [bad, setBad] = useState(false);
  const go = (e) => { e.preventDefault(); if (change && !text.trim()) return setBad(true); send(text.trim()); };
  return html`<${Dialog} title=${change ? t.inbox.changeTitle : t.inbox.denyTitle} close=${close}><form onSubmit=${go}>
    <label for="why">${change ? t.inbox.changeWhy : t.inbox.denyWhy}</label><textarea id="why" autofocus maxlength="2000" placeholder=${change ? "" : t.inbox.denyHint} value=${text} onInput=${(e) => set(e.target.value)} onKeyDown=${(e) => { if (e.key === "Enter" && !e.shiftKey && !e.isComposing) go(e); }} aria-invalid=${bad} aria-describedby=${bad ? "need" : undefined} />
    ${bad && html`<p id="need" class="fault">${t.inbox.changeNeed}</p>`}
    <div class="row end"><button type="button" class="btn" onClick=${close}>${t.cancel}</button><button class="btn ${change ? "go" : "no"}">${change ? t.inbox.change : t.inbox.deny}</button></div></form><//>`;
}

// Batch decides each item by itself, once, as it was prepared and is shown here,
// after the person has counted them. What is too long to be read here is left.
function Batch({ items, yes, close }) {
  const [typed, set] = useState(""), [busy, setBusy] = useState(true), [list, setList] = useState([]);
  useEffect(() => {
    (async () => {
      const out = [];
      for (const x of items.slice(0, 20)) {
        try {
          const p = await post(`/api/inbox/${x.ref}/prepare`);
          if (!yes || !p.item.refused && content(p.item).every((f) => f.text.length < 2000)) out.push(p);
        } catch { /* settled meanwhile: it is left */ }
      }
      setList(out);
      setBusy(false);
    })();
  }, []);
  const go = async (e) => {
    e.preventDefault();
    if (busy || yes && typed.trim() !== String(list.length)) return;
    setBusy(true);
    let done = 0;
    for (const p of list) {
      try {
        await post(`/api/inbox/${p.item.ref}/decide`, { rev: p.item.rev, content_hash: p.item.content_hash, token: p.token, idempotency_key: newKey(), decision: { approved: yes, comment: "" }, scope: "once" });
        done++;
      } catch (err) {
        if (err.code === "unreachable") { unsure.value = new Set([...unsure.value, p.item.id]); toast(t.inbox.toast.lost); break; }
      }
    }
    chosen.value = new Set();
    toast((yes ? t.inbox.batchDone : t.inbox.batchDenied)(done, items.length - done));
    close();
  };
  return html`<${Dialog} title=${yes ? t.inbox.batchTitle(items.length) : t.inbox.batchDeny(items.length) + "?"} close=${close}><form onSubmit=${go}>
    <ol class="stack">${list.map(({ item: x }) => html`<li><span class="meta"><${Tier} of=${x.tier} /> ${x.ref} · ${base(x.project)}</span>${content(x).map((f) => html`<pre class="code small" dir="ltr"><${Seen} text=${f.text} /></pre>`)}</li>`)}</ol>
    ${!busy && list.length < items.length && html`<p class="fault">${t.inbox.batchLeft(items.length - list.length)}</p>`}
    <p class="small soft">${t.inbox.batchBody} ${yes ? t.inbox.noUndo : ""}</p>
    ${yes && html`<label for="count">${t.inbox.batchCount(list.length)}</label><input id="count" type="text" inputmode="numeric" autocomplete="off" autofocus value=${typed} onInput=${(e) => set(e.target.value)} />`}
    <div class="row end"><button type="button" class="btn" onClick=${close}>${t.cancel}</button><button class="btn ${yes ? "go" : "no"}" disabled=${busy || !list.length || yes && typed.trim() !== String(list.length)}>${yes ? t.inbox.batch(list.length) : t.inbox.batchDeny(list.length)}</button></div></form><//>`;
}
