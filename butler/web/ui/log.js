// Is the log whole? Its head, the check, what is anchored, damage explained.
import { useState } from "preact/hooks";
import { get, post } from "./api.js";
import { html, bytes, Copy, Dialog, Empty, Fault, Icon, Loaded, Seen, Time, toast, useData } from "./parts.js";
import { t } from "./text.js";

const l = t.log;
export function Log() {
  const head = useData("/api/log/head", ["record"], 1000), check = useData("/api/log/verify", ["verify"], 50);
  return html`<div class="page"><div class="head"><h1>${t.pages.log}</h1><span class="sub">${l.sub}</span></div>
    <${Loaded} of=${head}>${(h) => !h.there ? html`<${Empty} icon="log" title=${l.none} body=${l.noneBody} />` : html`<div class="stack wide">
      <${Check} of=${check} head=${h} />
      <div class="cols"><section class="box"><h2>${l.head}</h2><dl class="facts"><dt>${l.records}</dt><dd>${h.count.toLocaleString()}</dd><dt>${l.last}</dt><dd><${Time} at=${h.time} /></dd><dt>${l.size}</dt><dd>${bytes(h.bytes)}, ${t.n(h.segments, "segment")}</dd>${h.origin && html`<dt>${l.origin}</dt><dd class="mono small">${h.origin}</dd>`}<dt>${t.activity.hash}</dt><dd class="mono small">${h.hash}</dd></dl>
        ${h.state && html`<h3>${l.state}</h3><p class="code">${h.state}</p><${Copy} text=${h.state} />`}<p class="note">${l.stateNote}</p></section>
      <section class="box"><h2>${l.checkpoints}</h2>${h.checkpoints.length ? html`<div class="scroll"><table><thead><tr><th>${l.records}</th><th>${l.signer}</th><th>${l.last}</th></tr></thead><tbody>${h.checkpoints.map((c) => html`<tr><td>${c.wrong ? html`<span class="tag bad">${c.wrong}</span>` : c.size.toLocaleString()}</td><td class="mono small">${(c.signer || []).join(", ")}</td><td><${Time} at=${c.time} /></td></tr>`)}</tbody></table></div><p class="small soft">${l.notChecked}</p>` : html`<p class="soft">${l.noCheckpoints}</p>`}</section></div></div>`}<//></div>`;
}

const tone = { 0: "safe", 1: "bad", 3: "warn", 4: "warn" };
function Check({ of, head }) {
  const [expect, setExpect] = useState(""), [key, setKey] = useState("");
  const go = async (e) => {
    e?.preventDefault();
    try { await post("/api/log/verify", { expect: expect.trim() ? [expect.trim()] : [], keys: key.trim() ? [key.trim()] : [] }); of.reload(); } catch (err) { toast(err.message); }
  };
  return html`<section class="box stack"><${Loaded} of=${of}>${(v) => html`
    ${v.running ? html`<div role="status"><h2>${l.verifying}</h2><progress max=${v.total || 1} value=${v.done} aria-label=${l.verifying}></progress><p class="small soft">${bytes(v.done)} / ${bytes(v.total)}</p></div>`
      : v.report ? html`<${Outcome} v=${v} head=${head} />` : html`<p class="soft">${l.never}</p>`}
    <form class="stack" onSubmit=${go}><details><summary>${l.range}</summary><div class="cols"><div><label for="expect">${l.expect}</label><input id="expect" type="text" class="mono" autocomplete="off" spellcheck="false" placeholder=${l.optional} value=${expect} onInput=${(e) => setExpect(e.target.value)} /></div><div><label for="key">${l.key}</label><input id="key" type="text" class="mono" autocomplete="off" spellcheck="false" placeholder=${l.optional} value=${key} onInput=${(e) => setKey(e.target.value)} /></div></div></details>
      <div><button class="btn go" disabled=${v.running}>${v.report ? l.again : l.verify}</button></div></form>`}<//></section>`;
}

function Outcome({ v }) {
  const r = v.report, name = v.outcome.toLowerCase();
  const list = (title, items) => items?.length > 0 && html`<div><h3>${title}</h3><ul class="small">${items.slice(0, 50).map((x) => html`<li><${Seen} text=${typeof x === "string" ? x : x.segment ? l.where(x) + (x.why ? ": " + x.why : "") : `${x.from} – ${x.to}`} /></li>`)}</ul></div>`;
  const anchored = Math.min(r.anchored_to, r.records), loose = r.records - anchored;
  return html`<div class="stack" role="status"><p class="row"><span class="tag ${tone[r.exit] || "bad"}"><${Icon} name=${r.exit === 0 ? "safe" : r.exit === 1 ? "forbidden" : "dangerous"} />${r.result}</span><strong>${l.outcome[name] || v.outcome}</strong><span class="soft small">${t.n(r.records, "record")}, ${l.took(r.ms)} · <${Time} at=${v.at} /></span></p>
    ${l.outcomeSays[name] && html`<p>${l.outcomeSays[name]}</p>`}<p class="small soft"><${Seen} text=${v.summary} /></p>
    <div><progress max=${r.records || 1} value=${anchored} aria-label=${l.range}></progress><p class="legend"><span><b class="s"></b>${l.anchored(anchored)}</span><span><b class="o"></b>${loose ? l.loose(loose) : ""}</span></p>${!anchored && html`<p class="small soft">${l.looseAll}</p>`}</div>
    ${r.first_bad && html`<div class="fault"><dl class="facts"><dt>${l.firstBad}</dt><dd>${l.where(r.first_bad)}${r.first_bad.why ? ": " + r.first_bad.why : ""}</dd>${r.last_good && html`<dt>${l.lastGood}</dt><dd>${l.where(r.last_good)}</dd>`}<dt>${l.bad}</dt><dd>${r.bad}</dd></dl></div>`}
    ${list(l.missing, r.missing)}${list(l.warnings, r.warnings)}${list(l.gaps, r.gaps)}${list(l.fragments, r.fragments)}${list(l.bad, r.damage)}</div>`;
}
