// Sessions of the clients: who is at work, where, on what.
import { html, Answer, base, Empty, Line, Loaded, now, Time, use, useData } from "./parts.js";
import { t } from "./text.js";

const g = t.agents;
export function Agents() {
  const data = useData("/api/agents", ["record", "item"], 1500);
  return html`<div class="page"><div class="head"><h1>${t.pages.agents}</h1><span class="sub">${g.sub}</span></div>
    <${Loaded} of=${data}>${(list) => list.length ? html`<ul class="cards">${list.map((x) => html`<${Card} key=${x.session} x=${x} />`)}</ul>` : html`<${Empty} icon="agents" title=${g.none} body=${g.noneBody} />`}<//></div>`;
}

function Card({ x }) {
  const idle = (use(now) - new Date(x.last)) / 1000;
  const state = x.ended ? g.ended : idle < 300 ? g.active : g.quiet;
  return html`<li class="box ext"><div class="row"><h2>${base(x.project) || g.noProject}</h2>${state === g.active ? html`<span class="hold">${state}</span>` : html`<span class="tag">${state}</span>`}${x.waiting > 0 && html`<a class="tag warn" href="#/inbox">${g.waits(x.waiting)}</a>`}</div>
    <p class="meta"><span>${x.client}${x.version ? " " + x.version : ""}</span><span class="mono">${x.session.slice(0, 8)}</span><span>${g.since} <${Time} at=${x.first} /></span></p>
    <p class="row"><span>${g.calls(x.calls)}</span>${Object.entries(x.answers).filter(([k]) => k !== "none").map(([k, n]) => html`<span class="row nowrap">${n} <${Answer} of=${k} /></span>`)}</p>
    ${x.cmd && html`<div><h3>${g.last} · <${Time} at=${x.last} /></h3><p class="clip2"><span class="soft small">${x.tool} </span><${Line} text=${x.cmd} /></p></div>`}
    <p><a href=${"#/activity/session/" + encodeURIComponent(x.session)}>${g.open}</a></p></li>`;
}
