// What the owner has not accepted: extensions that are new or have changed, each
// with everything that it does. Nothing of them starts before.
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { html, Dialog, Line, Seen, toast, useData } from "./parts.js";
import { t } from "./text.js";

const v = t.waits, key = (x) => `${x.kind}/${x.id}`;

export function Waits({ again }) {
  const data = useData("/api/extensions/waiting", ["ext"], 60);
  const [asked, ask] = useState(null), [error, fail] = useState(null), [busy, setBusy] = useState(false);
  const list = data.data || [];
  if (!list.length) return null;
  const close = () => { ask(null); fail(null); };
  const accept = async () => {
    setBusy(true);
    try {
      await post("/api/extensions/accept", { words: asked.map((x) => ({ key: key(x), digest: x.digest })) });
      toast(v.accepted(asked.length));
      close();
      data.reload();
      again();
    } catch (e) { fail(e); data.reload(); }
    setBusy(false);
  };
  return html`<section class="box" aria-label=${v.title}><h2>${v.title}</h2><p class="small soft">${v.says}</p>
    <ul class="plain stack tight">${list.map((x) => html`<li key=${key(x)} class="row"><span class="tag warn">${v[x.waits]}</span><strong><${Seen} text=${x.name} /></strong><span class="mono small">${key(x)}</span><button class="btn small" onClick=${() => ask([x])}>${v.look}</button></li>`)}</ul>
    ${list.length > 1 && html`<p class="row"><button class="btn small" onClick=${() => ask(list)}>${v.lookAll}</button></p>`}
    ${asked && html`<${Dialog} title=${v.ask(asked.length)} close=${close}><div class="stack">${asked.map((x) => html`<${Does} x=${x} />`)}<p class="small soft">${v.rights}</p>
      ${error && html`<div class="fault" role="alert"><${Seen} text=${error.message} /></div>`}
      <div class="row end"><button class="btn" autofocus onClick=${close}>${t.cancel}</button><button class="btn go" disabled=${busy} onClick=${accept}>${v.accept}</button></div></div><//>`}</section>`;
}

// Does is what an extension does; of one that changed, what was accepted and is no
// longer so comes first.
function Does({ x }) {
  const has = (list, p) => (list || []).some((q) => q.member === p.member && q.value === p.value);
  const gone = (x.before || []).filter((p) => !has(x.effect, p));
  const row = (p, mark) => html`<li>${mark && html`<span class="tag ${mark === v.gone ? "bad" : "safe"}">${mark}</span> `}<span class="soft small"><${Seen} text=${p.member} /></span> <${Line} text=${p.value} /></li>`;
  return html`<div><h3><${Seen} text=${x.name} /> <span class="mono small">${key(x)}</span></h3><ul class="plain">${gone.map((p) => row(p, v.gone))}${x.effect.map((p) => row(p, x.waits === "changed" && !has(x.before, p) && v.fresh))}</ul></div>`;
}
