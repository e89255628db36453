// The MCP hub: its providers, what of them is not offered and why, and the tools
// whose definition changed, which wait for the owner's word.
import { useState } from "preact/hooks";
import { post } from "./api.js";
import { html, Dialog, Fault, Icon, Loaded, Seen, Time, toast, Until, useData } from "./parts.js";
import { t } from "./text.js";

const m = t.hub;
export function Hub() {
  const data = useData("/api/mcp/status", ["ext", "item", "record"], 1000);
  const [ask, setAsk] = useState(null);
  return html`<section aria-label=${m.title} class="stack"><div><h2>${m.title}</h2><p class="small soft">${m.sub}</p></div>
    <${Loaded} of=${data}>${(d) => html`<div class="stack">
      ${d.changes.length > 0 && html`<div class="stack"><h3>${m.changed}</h3><p class="small">${m.changedSays}</p>${d.changes.map((c) => html`<${Change} key=${c.namespace + "/" + c.tool} c=${c} ask=${setAsk} />`)}</div>`}
      ${d.conflicts.length > 0 && html`<div class="fault"><strong>${m.conflicts}.</strong><ul>${d.conflicts.map((c) => html`<li><span class="mono"><${Seen} text=${c.namespace} /></span> (<${Seen} text=${c.id} />): <${Seen} text=${c.why} /></li>`)}</ul></div>`}
      ${d.providers.length ? html`<div class="box scroll" tabindex="0" role="region" aria-label=${m.provider}><table class="resp"><thead><tr><th>${m.provider}</th><th>${m.state}</th><th>${m.tools}</th><th>${m.seen}</th></tr></thead><tbody>${d.providers.map((p) => html`<${Provider} key=${p.namespace} p=${p} />`)}</tbody></table></div>` : html`<p class="soft">${m.none}</p>`}
      ${ask && html`<${Rule} of=${ask} close=${() => setAsk(null)} again=${data.reload} />`}</div>`}<//></section>`;
}

const tone = { ready: "safe", backoff: "warn", broken: "bad" };
function Provider({ p }) {
  return html`<tr><td><strong class="mono">${p.namespace}</strong><div class="small soft"><${Seen} text=${p.server || p.id} /></div></td>
    <td><span class="tag ${tone[p.state] || ""}">${m.states[p.state] || p.state}</span>${p.calls > 0 && html` <span class="small">${m.calls(p.calls)}</span>`}${p.retry_at && html`<div class="small soft">${m.retry} <${Until} at=${p.retry_at} /></div>`}${p.last_error && html`<p class="small odd"><${Seen} text=${p.last_error} /></p>`}</td>
    <td><details><summary>${m.offers(p.tools.length, p.rejected.length)}</summary><ul class="small mono">${p.tools.map((x) => html`<li><${Seen} text=${x} /></li>`)}</ul>
      ${p.rejected.length > 0 && html`<h3>${m.rejected}</h3><ul class="small">${p.rejected.map((r) => html`<li>${r.kind} <span class="mono"><${Seen} text=${r.name} /></span>: <${Seen} text=${r.why} /></li>`)}</ul>`}</details></td>
    <td class="small">${p.seen ? html`<${Time} at=${p.seen} />` : "–"}</td></tr>`;
}

function Change({ c, ask }) {
  const name = m.of(c.tool, c.namespace);
  return html`<article class="box stack tight held"><div class="row"><h3><${Seen} text=${name} /></h3><span class="tag ${c.refused ? "bad" : "warn"}">${c.refused ? m.refused : m.changed}</span><span class="small soft"><${Time} at=${c.since} /></span></div>
    <${Diff} text=${c.diff} />
    <div class="row"><button class="btn go small" aria-label=${`${m.take}: ${name}`} onClick=${() => ask({ c, yes: true })}>${m.take}</button>${!c.refused && html`<button class="btn no small" aria-label=${`${m.leave}: ${name}`} onClick=${() => ask({ c, yes: false })}>${m.leave}</button>`}${c.ref && html`<a class="small" href=${"#/inbox/" + c.ref}>${c.ref}</a>`}</div></article>`;
}

// Diff shows what was removed and what was added, all of it; the sign says it as
// well as the colour.
function Diff({ text }) {
  if (!text) return html`<p class="fault">${m.empty}</p>`;
  return html`<pre class="code diff" dir="ltr" tabindex="0" aria-label=${m.changed}>${text.replace(/\n$/, "").split("\n").map((l, i) => html`<div class=${i < 2 || l[0] === "@" ? "soft" : l[0] === "+" ? "plus" : l[0] === "-" ? "minus" : ""}><${Seen} text=${l || " "} /></div>`)}</pre>`;
}

// Rule asks a second time, with what the word is about in view. Where an item of
// the inbox asks for the definition the word is given there, so that it is one.
function Rule({ of: { c, yes }, close, again }) {
  const [busy, setBusy] = useState(false), [error, setError] = useState(null);
  const name = m.of(c.tool, c.namespace);
  const go = async () => {
    setBusy(true);
    try {
      if (c.ref) {
        const p = await post(`/api/inbox/${c.ref}/prepare`);
        await post(`/api/inbox/${c.ref}/decide`, { rev: p.item.rev, content_hash: p.item.content_hash, token: p.token, idempotency_key: crypto.randomUUID(), decision: yes ? { approved: true } : { approved: false, comment: "" }, scope: "once" });
      } else await post(yes ? "/api/mcp/accept" : "/api/mcp/refuse", { namespace: c.namespace, tool: c.tool, hash: c.hash });
      toast((yes ? m.took : m.left)(name));
      close();
    } catch (e) { setError(e.status === 409 ? { ...e, message: m.changedAgain } : e); setBusy(false); }
    again();
  };
  return html`<${Dialog} title=${(yes ? m.takeTitle : m.leaveTitle)(name)} close=${close}><div class="stack tight"><${Diff} text=${c.diff} /><p class="small">${yes ? m.takeSays : m.leaveSays}</p><p class="small soft mono">${c.hash}</p>
    ${error && html`<${Fault} error=${error} />`}
    <div class="row end"><button class="btn" autofocus onClick=${close}>${t.cancel}</button><button class="btn ${yes ? "go" : "no"}" disabled=${busy || error} onClick=${go}>${yes ? html`<${Icon} name="safe" />${m.take}` : m.leave}</button></div></div><//>`;
}
