// The policy in force, a line to try, and what was granted.
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { html, Clock, Dialog, Fault, Line, Loaded, Seen, Tier, Time, toast, Until, useData } from "./parts.js";
import { t } from "./text.js";

const p = t.policy;
export function Policy() {
  const data = useData("/api/policy", []);
  return html`<div class="page"><div class="head"><h1>${t.pages.policy}</h1><span class="sub">${p.sub}</span></div><div class="stack wide">
    <${Try} /><${Grants} />
    <${Loaded} of=${data}>${(d) => html`<div class="stack">
      ${d.own && html`<div class="fault">${p.own}</div>`}
      <div class="cols"><section class="box scroll" tabindex="0" aria-label=${p.effects}><h2>${p.effects}</h2><table><thead><tr><th>${p.effect}</th><th>${p.tier}</th><th>${p.what}</th></tr></thead><tbody>${d.effects.map((e) => html`<tr><td class="mono">${e.name}</td><td><${Tier} of=${e.tier} /><${From} at=${e.from} /></td><td class="small">${e.does}</td></tr>`)}</tbody></table></section>
      <div class="stack"><section class="box scroll" tabindex="0" aria-label=${p.zones}><h2>${p.zones}</h2><table><thead><tr><th>${p.zone}</th><th>${p.reads}</th><th>${p.writes}</th><th>${p.deletes}</th></tr></thead><tbody>${d.zones.map((z) => html`<tr><td class="mono" title=${z.does}>${z.name}</td>${[z.reads, z.writes, z.deletes].map((c) => html`<td><${Tier} of=${c.tier} /><${From} at=${c.from} /></td>`)}</tr>`)}</tbody></table></section>
      <section class="box scroll" tabindex="0" aria-label=${p.values}><h2>${p.values}</h2><table><thead><tr><th>${p.setting}</th><th>${p.value}</th><th>${p.from}</th></tr></thead><tbody>${(d.values || []).map((v) => html`<tr><td class="mono">${v.key}</td><td class="mono">${v.value}</td><td class="small soft">${v.from}</td></tr>`)}</tbody></table>
        <h3>${p.files}</h3>${d.files.length ? html`<ul class="mono small">${d.files.map((f) => html`<li>${f}</li>`)}</ul>` : html`<p class="soft">${p.noFiles}</p>`}
        ${d.withheld.length > 0 && html`<h3>${p.withheld}</h3><ul class="small">${d.withheld.map((w) => html`<li>${w}</li>`)}</ul>`}</section></div></div></div>`}<//></div></div>`;
}
const From = ({ at }) => at && at !== "default" ? html`<div class="small soft">${at}</div>` : null;

function Try() {
  const [line, setLine] = useState(""), [dir, setDir] = useState("~"), [out, setOut] = useState(null), [error, setError] = useState(null), [busy, setBusy] = useState(false);
  const go = async (e) => {
    e.preventDefault();
    setBusy(true);
    try { setOut(await post("/api/explain", { line, dir })); setError(null); } catch (err) { setError(err); setOut(null); }
    setBusy(false);
  };
  return html`<section class="box stack"><h2>${p.tryTitle}</h2><form class="stack" onSubmit=${go}>
    <div><label class="vh" for="line">${p.tryTitle}</label><textarea id="line" class="mono" rows="2" spellcheck="false" placeholder=${p.tryHint} value=${line} onInput=${(e) => setLine(e.target.value)} onKeyDown=${(e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) go(e); }} /></div>
    <div class="row"><label for="dir">${p.tryDir}</label><input id="dir" type="text" class="mono dir" spellcheck="false" value=${dir} onInput=${(e) => setDir(e.target.value)} /><button class="btn go" disabled=${!line.trim() || busy}>${p.tryGo}</button><span class="small soft">${p.tryNote}</span></div></form>
    ${error && html`<${Fault} error=${error} />`}${out && html`<${Tree} of=${out} />`}</section>`;
}

const tone = { allow: "safe", defer: "", approve: "warn", refuse: "bad" };
function Tree({ of }) {
  // Where a command is a part of what its wrapper is called with, its own words
  // say more than the text around it.
  const at = [];
  const own = (c) => { const depth = c.via.length, up = at[depth - 1]; at[depth] = c.text; return up === c.text ? c.argv.join(" ") : c.text; };
  return html`<div class="stack" role="status"><p class="row"><span class="tag ${tone[of.verdict]}">${of.verdict}</span><strong>${p.says[of.verdict]}</strong><${Tier} of=${of.tier} /></p>
    <ul class="tree">${of.calls.map((c) => html`<li class=${c.via.length ? "d" + Math.min(5, c.via.length) : ""}><p><${Line} text=${own(c)} /> <span class="small soft">${c.name ? `${c.name}, ${p.byTable(c.table)}` : p.unknownTable}</span></p>
      ${c.rule && html`<p class="small"><span class="tag">${p.rule} ${c.rule.verdict}</span> <span class="mono">${c.rule.form}</span> <span class="soft">${c.rule.where}</span></p>`}
      <div class="words">${c.words.map((w) => html`<span class="mono ${w.known && w.kind !== "UNKNOWN" ? "" : "q"}" title=${w.row || w.why || ""}><small>${w.kind.toLowerCase()}</small><${Seen} text=${w.text} /></span>`)}</div>
      <${Findings} of=${c.findings} /></li>`)}</ul>
    ${of.outside.length > 0 && html`<div><h3>${p.outside}</h3><${Findings} of=${of.outside} /></div>`}</div>`;
}
const Findings = ({ of }) => html`<ul class="stack tight">${of.map((f) => html`<li><${Tier} of=${f.tier} /> <${Seen} text=${f.does} /> <span class="small soft mono">[${f.rule}]</span>${f.safer && f.tier !== "safe" && f.tier !== "unknown" && html`<div class="note">${t.inbox.safer}: ${f.safer}</div>`}</li>`)}</ul>`;

function Grants() {
  const data = useData("/api/grants", ["grants", "item", "record"], 800);
  const [ask, setAsk] = useState(null);
  const end = async () => { try { await post(`/api/grants/${ask.id}/revoke`); toast(p.revoked); data.reload(); } catch (e) { toast(e.message); } setAsk(null); };
  return html`<section class="box scroll" tabindex="0" aria-label=${p.grants}><h2>${p.grants}</h2><${Loaded} of=${data}>${(d) => html`${d.behind && html`<div class="fault">${p.behind}</div>`}
    ${d.grants.length ? html`<table class="resp"><tbody>${d.grants.map((g) => html`<tr><td>${g.argv.length ? html`<${Line} text=${g.argv.join(" ") + " …"} />` : html`${p.oneCall} ${g.ref}`}<div class="meta">${g.effects.map((e) => html`<span class="tag">${e}</span>`)}<span class="wrap">${g.project}</span>${g.client && html`<span>${g.client}</span>`}</div></td>
      <td class="small"><div>${g.by}</div><${Clock} at=${g.created} /></td><td class="small">${p.uses(g.used, g.uses)}<div>${g.ended ? html`<span class="tag">${p.ended}: ${g.ended}</span>` : html`${p.ends} <${Until} at=${g.expires} />`}</div></td>
      <td class="num">${!g.ended && html`<button class="btn no small" onClick=${() => setAsk(g)}>${p.revoke}</button>`}</td></tr>`)}</tbody></table>` : html`<p class="soft">${p.noGrants}</p>`}`}<//>
    ${ask && html`<${Dialog} title=${p.revokeTitle} close=${() => setAsk(null)}><p class="code">${ask.argv.join(" ") || ask.ref}</p><p>${p.revokeBody}</p><div class="row end"><button class="btn" onClick=${() => setAsk(null)}>${t.cancel}</button><button class="btn no" autofocus onClick=${end}>${p.revoke}</button></div><//>`}</section>`;
}
