// What is in force, and who is signed in.
import { useState } from "preact/hooks";
import { del, forget, get, post } from "./api.js";
import { html, Loaded, Seen, Time, toast, useData } from "./parts.js";
import { t } from "./text.js";

const s = t.settings;
export function Settings() {
  const data = useData("/api/settings", []);
  return html`<div class="page"><div class="head"><h1>${t.pages.settings}</h1><span class="sub">${s.sub}</span></div><div class="stack wide"><${Browsers} /><${Notes} />
    <${Loaded} of=${data}>${(list) => html`<div class="cols">${[...new Set(list.map((x) => x.group))].map((g) => html`<section class="box scroll" tabindex="0" aria-label=${s.groups[g] || g}><h2>${s.groups[g] || g}</h2><table><tbody>${list.filter((x) => x.group === g).map((x) => html`<tr><td>${x.name}</td><td class="mono wrap"><${Seen} text=${x.value} /></td><td class="small soft">${x.from}</td></tr>`)}</tbody></table></section>`)}</div>`}<//></div></div>`;
}

function Browsers() {
  const data = useData("/api/sessions", ["sessions"]), own = useData("/api/session", []);
  const end = async (id) => { try { await del("/api/sessions/" + id); } catch (e) { return toast(e.message); } if (id === own.data?.id) forget(); else data.reload(); };
  return html`<section class="box scroll" tabindex="0" aria-label=${s.sessions}><h2>${s.sessions}</h2><${Loaded} of=${data}>${(list) => html`<table class="resp"><tbody>${list.map((x) => html`<tr><td>${browser(x.agent)} ${x.id === own.data?.id && html`<span class="tag safe">${s.this}</span>`}</td><td class="small">${s.began} <${Time} at=${x.began} /></td><td class="small">${s.used} <${Time} at=${x.used} /></td><td class="num"><button class="btn small" onClick=${() => end(x.id)}>${x.id === own.data?.id ? s.signOut : s.revoke}</button></td></tr>`)}</tbody></table>`}<//></section>`;
}
const browser = (agent) => (/(Firefox|Edg|OPR|Chrome|Safari)\/[\d]+/.exec(agent) || [agent.slice(0, 60)])[0].replace("Edg/", "Edge/").replace("/", " ") + (/\((?:X11; )?([^;)]+)/.exec(agent) ? ", " + /\((?:X11; )?([^;)]+)/.exec(agent)[1] : "");

function Notes() {
  const [is, set] = useState(typeof Notification === "undefined" ? "denied" : Notification.permission);
  const [busy, setBusy] = useState(false);
  const test = async () => { setBusy(true); try { await post("/api/notify/test"); toast(s.notifySent); } catch (e) { toast(e.message); } setBusy(false); };
  return html`<section class="box stack"><h2>${s.notify}</h2><p class="row"><strong>${s.browser}</strong> ${s.browserIs[is]} ${is === "default" && html`<button class="btn small" onClick=${async () => set(await Notification.requestPermission())}>${s.browserOn}</button>`}</p>
    <p class="row"><button class="btn small" disabled=${busy} onClick=${test}>${s.notifyTest}</button><span class="small soft">${s.notifySays}</span></p></section>`;
}
