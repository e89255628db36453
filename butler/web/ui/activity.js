// The records of the log as they come, and one of them in full.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";
import { on } from "./live.js";
import { html, Answer, base, bytes, Clock, Copy, Dialog, Empty, Fault, Line, Loaded, Rows, Seen, span, Tier, Time, useData } from "./parts.js";
import { t } from "./text.js";

const a = t.activity, narrow = matchMedia("(max-width: 900px)");
// matches is the filters of the server, for records that come by the stream.
function matches(r, f) {
  const q = (f.q || "").toLowerCase();
  return (!f.answer || r.answer === f.answer) && (!f.client || r.client === f.client) && (!f.tier || r.tier === f.tier) && (!f.session || r.session === f.session) &&
    (!q || [r.cmd, r.reason, r.project, r.tool, r.rule].join(" ").toLowerCase().includes(q));
}
// since are those records of the stream that are newer than what was read.
const since = (list, read, f) => list.filter((r) => r.seq > (read[0]?.seq ?? 0) && matches(r, f));
const query = (f) => new URLSearchParams(Object.entries(f).filter(([, v]) => v)).toString();

export function Activity({ args }) {
  const [filter, setFilter] = useState({ q: "", answer: "", client: "", tier: "", since: "", session: args[0] === "session" ? args[1] : "" });
  const [state, set] = useState({ loading: true, list: [] }), [seq, setSeq] = useState(args[0] === "record" ? args[1] : "");
  const turn = useRef(0), fetching = useRef(false), latest = useRef({});
  latest.current = { filter, state };
  const load = async (before) => {
    if (fetching.current && before) return;
    fetching.current = true;
    const mine = before ? turn.current : ++turn.current;
    try {
      const page = await get("/api/log?" + query({ ...filter, before }));
      if (mine === turn.current) set((s) => ({ list: before ? [...s.list, ...page.records] : [...since(s.list, page.records, filter), ...page.records], next: page.next }));
    } catch (error) {
      if (mine === turn.current) set((s) => ({ ...s, loading: false, error }));
    } finally { fetching.current = false; }
  };
  useEffect(() => { const timer = setTimeout(load, filter.q ? 200 : 0); return () => clearTimeout(timer); }, [query(filter)]);
  useEffect(() => on(["record"], (e) => {
    if (e.kind === "resync") return load();
    if (!matches(e.data, latest.current.filter)) return;
    set((s) => s.list[0]?.seq >= e.data.seq ? s : { ...s, list: [e.data, ...s.list] });
  }), [query(filter)]);
  useLayoutEffect(() => {
    const key = ({ detail: e }) => {
      const rows = [...document.querySelectorAll(".rec")], at = rows.indexOf(document.activeElement);
      const step = { j: 1, k: -1 }[e.key];
      if (step && rows.length) { e.preventDefault(); rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus(); }
    };
    addEventListener("page-key", key);
    return () => removeEventListener("page-key", key);
  }, []);
  const pick = (name) => (e) => setFilter({ ...filter, [name]: e.target.value });
  const some = Object.values(filter).some(Boolean);
  const { list } = state;
  return html`<div class="page full"><div class="head"><h1>${t.pages.activity}</h1><span class="sub">${a.sub}</span></div>
    <form class="filters" onSubmit=${(e) => e.preventDefault()}>
      <div class="q"><label class="vh" for="q">${a.search}</label><input id="q" type="search" placeholder=${a.search} value=${filter.q} onInput=${pick("q")} /></div>
      <${Pick} name="client" label=${a.client} value=${filter.client} set=${pick("client")} of=${{ "": a.any, claude: "Claude Code", codex: "Codex", mcp: "MCP" }} />
      <${Pick} name="tier" label=${a.tier} value=${filter.tier} set=${pick("tier")} of=${{ "": a.any, ...t.tier }} />
      <${Pick} name="since" label=${a.when} value=${filter.since} set=${pick("since")} of=${a.whens} />
      <div class="chips" role="group" aria-label=${a.cols[1]}>${Object.entries(a.chips).map(([k, says]) => html`<button type="button" class="chip" aria-pressed=${filter.answer === k ? "true" : "false"} onClick=${() => setFilter({ ...filter, answer: k })}>${says}</button>`)}
        ${filter.session && html`<button type="button" class="chip" aria-pressed="true" onClick=${() => setFilter({ ...filter, session: "" })}>${t.inbox.session} ${filter.session.slice(0, 8)} ✕</button>`}</div></form>
    ${state.error ? html`<div class="page"><${Fault} error=${state.error} again=${() => load()} /></div>`
      : state.loading ? html`<div class="page"><div class="skel" role="status"><span class="vh">${t.loading}</span><i></i><i></i><i></i></div></div>`
      : !list.length ? html`<${Empty} icon="activity" title=${some ? a.empty : a.emptyAll} body=${some ? "" : a.emptyAllBody} />`
      : html`<${Rows} items=${list} height=${narrow.matches ? 64 : 44} label=${t.pages.activity} end=${state.next ? () => load(state.next) : null} row=${(r, place) => html`<${Rec} key=${r.seq} r=${r} place=${place} open=${() => setSeq(r.seq)} />`} />`}
    ${seq && html`<${One} seq=${seq} close=${() => setSeq("")} go=${setSeq} filter=${(session) => { setSeq(""); setFilter({ ...filter, session }); }} />`}
  </div>`;
}

const Pick = ({ name, label, value, set, of }) => html`<div><label for=${"f-" + name}>${label}</label><select id=${"f-" + name} value=${value} onChange=${set}>${Object.entries(of).map(([k, v]) => html`<option value=${k}>${v}</option>`)}</select></div>`;

const says = (r) => r.type === "decision" ? html`<${Answer} of=${r.answer} />` : html`<span class="tag">${a.type[r.type] || r.type}</span>`;

function Rec({ r, place, open }) {
  const what = r.type === "ruling" ? html`<span class="soft">${a.ruled[r.answer] || r.answer} ${r.by ? html`<${Seen} text=${a.by(r.by)} />` : ""}</span> <${Seen} text=${r.reason} />`
    : r.type === "result" ? html`<span class="soft">${r.tool} ${r.failed ? a.failed : a.done}${r.exit != null ? ", " + a.exit(r.exit) : ""}${r.dur_ms ? ", " + a.ran(span(r.dur_ms)) : ""}</span>`
    : r.cmd ? html`<span class="soft small">${r.tool} </span>${r.cmd_cut && html`<span class="tag warn">${a.long(bytes(r.cmd_len))}</span> `}<${Line} text=${r.cmd} />` : html`<${Seen} text=${[r.tool, r.event, r.reason].filter(Boolean).join(" ")} />`;
  return html`<button class="rec" ref=${place} onClick=${open}><${Clock} at=${r.time} /><span>${says(r)}</span><span class="opt tier">${r.type === "decision" && html`<${Tier} of=${r.tier} />`}</span><span class="cut what">${what}</span><span class="cut soft small proj">${base(r.project || r.cwd)}</span></button>`;
}

function One({ seq, close, go, filter }) {
  const data = useData(`/api/log/${seq}`, []);
  return html`<${Dialog} title=${a.record(seq)} close=${close} drawer><${Loaded} of=${data}>${(d) => {
    const r = d.record;
    return html`<div class="stack"><p class="row">${says(r)} <${Tier} of=${r.tier} /> <${Time} at=${r.time} />${!r.enforced && html`<span class="tag">${a.observed}</span>`}</p>
      ${r.cmd && html`<pre class="code" dir="ltr" tabindex="0"><${Seen} text=${r.cmd} /></pre>`}${r.cmd_cut && html`<p class="fault">${a.cut(bytes(r.cmd_len), r.cmd_len)}</p>`}
      ${r.reason && html`<p><${Seen} text=${r.reason} /></p>`}
      ${d.related.length > 0 && html`<div><h3>${a.related}</h3><ul>${d.related.map((x) => html`<li><button class="btn bare small" onClick=${() => go(x.seq)}>${x.seq}</button> ${says(x)} <${Clock} at=${x.time} />${x.failed ? " " + a.failed : ""}${x.exit != null ? " " + a.exit(x.exit) : ""}${x.dur_ms ? " " + a.ran(span(x.dur_ms)) : ""}${x.by ? html` <${Seen} text=${x.by} />` : ""}</li>`)}</ul></div>`}
      ${r.session && html`<p><button class="btn small" onClick=${() => filter(r.session)}>${a.session}</button></p>`}
      <div><h3>${a.raw}</h3><dl class="facts"><dt>${a.hash}</dt><dd class="mono small">${d.hash} <${Copy} text=${d.hash} /></dd><dt>${a.prev}</dt><dd class="mono small">${d.prev}</dd></dl></div>
      <details><summary>${a.members}</summary><dl class="facts small">${d.members.map((m) => html`<dt class="mono">${m.name}</dt><dd class="mono"><${Seen} text=${m.text} /></dd>`)}</dl></details>
      <div class="row end"><button class="btn" onClick=${close}>${t.close}</button></div></div>`;
  }}<//><//>`;
}
