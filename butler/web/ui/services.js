// Services and tools: what runs, and what of it is shown.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { bearer, get, post, put } from "./api.js";
import { on } from "./live.js";
import { html, Clock, Dialog, Empty, Fault, Icon, Loaded, Seen, span, Time, toast, useData } from "./parts.js";
import { t } from "./text.js";
import { Waits } from "./waits.js";
import { Hub } from "./hub.js";

const v = t.services, sections = ["services", "tools"];

// useLayout is what is shown where, and how it is saved. A change is shown at
// once, sent after the ones before it, and taken back where it fails. It says how
// things are to be, not what is to be done to them: made twice, since butler told
// of it before it answered, it is the same. Of what the
// server says the latest counts, in whatever order it comes; what another window
// saved meanwhile is what the change is made to.
function useLayout() {
  const [layout, set] = useState(null);
  const kept = useRef(null), open = useRef([]), line = useRef(Promise.resolve());
  const draw = () => set(kept.current && open.current.reduce((l, change) => change(structuredClone(l)), kept.current.layout));
  const take = (s) => { if (!(s.turn < kept.current?.turn)) { kept.current = s; draw(); } };
  const load = () => get("/api/layout").then(take, () => { if (!kept.current) take({ layout: { version: 1 }, rev: "", turn: 0 }); });
  useEffect(() => { load(); return on(["layout"], (e) => e.kind === "resync" ? load() : take(e.data)); }, []);
  const send = async (change) => {
    try {
      for (let tries = 0; ; tries++) {
        try {
          const saved = await put("/api/layout", { rev: kept.current.rev, layout: change(structuredClone(kept.current.layout)) });
          open.current = open.current.filter((c) => c !== change);
          take(saved);
          return true;
        } catch (e) {
          if (e.code !== "changed" || tries === 3) throw e;
          take(e.data);
        }
      }
    } catch {
      open.current = open.current.filter((c) => c !== change);
      draw();
      toast(v.saveFailed);
      return false;
    }
  };
  const save = (change) => {
    open.current = [...open.current, change];
    draw();
    return line.current = line.current.then(() => send(change));
  };
  return [layout, save];
}
const display = (l, s) => ({ mode: "all", stored: [], ...l?.display?.[s] });
const withDisplay = (s, change) => (l) => ({ ...l, display: { ...l.display, [s]: { ...display(l, s), ...change(display(l, s)) } } });

export function Services() {
  const data = useData("/api/overview", ["ext"], 60);
  const [layout, save] = useLayout();
  const [find, setFind] = useState(""), [drawer, setDrawer] = useState(false), [log, setLog] = useState(null), [draft, setDraft] = useState(null), [run, setRun] = useState(null);
  if (data.error?.code === "unavailable") return html`<div class="page"><h1>${t.pages.services}</h1><${Empty} icon="services" title=${v.off} body=${v.noneBody} /></div>`;
  return html`<div class="page"><div class="head"><h1>${t.pages.services}</h1><div class="end"><input type="search" aria-label=${v.search} placeholder=${v.search} value=${find} onInput=${(e) => setFind(e.target.value)} /></div></div>
    <${Loaded} of=${data}>${(d) => {
      const count = sections.reduce((n, s) => n + d[s].filter((x) => display(layout, s).stored.includes(x.id)).length, 0);
      const none = !d.services.length && !d.tools.length && !d.faculties.length;
      return html`<div class="stack wide"><div class="row"><button class="btn" disabled=${!layout} onClick=${() => setDrawer(true)}><${Icon} name="settings" />${v.manage(count)}</button><button class="btn" onClick=${() => post("/api/rescan").then(data.reload, (e) => toast(e.message))}>${v.rescan}</button></div>
        <${Waits} again=${data.reload} />
        ${none && html`<${Empty} icon="services" title=${v.none} body=${v.noneBody} />`}
        ${layout && sections.map((s) => d[s].length > 0 && html`<${Section} name=${s} items=${d[s]} layout=${layout} save=${save} find=${find.toLowerCase()} log=${setLog} again=${data.reload} run=${setRun} />`)}
        ${d.faculties.length > 0 && html`<section><div class="sect"><h2>${v.faculties}</h2></div><ul class="cards">${d.faculties.map((x) => html`<li class="box ext"><h3>${x.name || x.id}</h3><p class="small"><${Seen} text=${x.description || ""} /></p><${Problems} of=${x.problems} /><${Does} x=${x} run=${setRun} /></li>`)}</ul></section>`}
        ${d.mcp && html`<${Hub} />`}
        ${!none && html`<${Runs} />`}
        ${d.problems.length > 0 && html`<${Problems} of=${d.problems} />`}
        ${drawer && html`<${Drawer} d=${d} layout=${layout} save=${save} draft=${draft} setDraft=${setDraft} again=${data.reload} close=${() => setDrawer(false)} />`}</div>`;
    }}<//>
    ${log && html`<${Log} of=${log} close=${() => setLog(null)} />`}${run && html`<${Start} of=${run} close=${() => setRun(null)} />`}</div>`;
}

function inOrder(items, order = []) {
  const at = (x) => { const i = order.indexOf(x.id); return i < 0 ? order.length : i; };
  return [...items].sort((a, b) => at(a) - at(b) || (a.name || a.id).localeCompare(b.name || b.id));
}

function Section({ name, items, layout, save, find, log, again, run }) {
  const { mode, stored } = display(layout, name), order = inOrder(items, layout.order?.[name]);
  const hit = (x) => [x.name, x.id, x.description].join(" ").toLowerCase().includes(find);
  const shown = find ? order.filter(hit) : mode === "all" ? order : order.filter((x) => !stored.includes(x.id));
  const sortable = !find && shown.length === order.length;
  const other = mode === "all" ? "resident" : "all";
  const top = useRef(), moved = useRef(null), [place, setPlace] = useState("");
  const move = (id, by) => {
    const ids = order.map((x) => x.id), i = ids.indexOf(id), j = i + by;
    if (j < 0 || j >= ids.length) return;
    [ids[i], ids[j]] = [ids[j], ids[i]];
    moved.current = { id, by };
    save((l) => ({ ...l, order: { ...l.order, [name]: ids } }));
  };
  // The card that was moved takes the focus along, so that it can be moved on.
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, by } = moved.current, i = order.findIndex((x) => x.id === id);
    moved.current = null;
    const [up, down] = [...top.current.querySelectorAll(".ext")][i]?.querySelectorAll(".move") || [], same = by < 0 ? up : down;
    (same?.disabled ? by < 0 ? down : up : same)?.focus();
    setPlace(v.place(order[i]?.name || id, i + 1, order.length));
  });
  const store = (id, away) => save(withDisplay(name, (d) => ({ stored: away ? [...new Set([...d.stored, id])] : d.stored.filter((x) => x !== id) })));
  return html`<section aria-label=${v[name]} ref=${top}><span class="vh" role="status">${place}</span><div class="sect"><h2><button class="mode" aria-label=${`${v[name]}, ${v[mode]}; ${v.switchTo(v[other])}`} onClick=${() => save(withDisplay(name, () => ({ mode: other })))}>${v[name]} <span aria-hidden="true">${mode === "all" ? "▾" : "▸"}</span></button></h2>
      <span class="soft small">${find ? "" : v[mode]} ${shown.length}/${order.length}</span>${layout.order?.[name]?.length > 0 && html`<button class="btn small" onClick=${() => save((l) => { const o = { ...l.order }; delete o[name]; return { ...l, order: o }; })}>${v.resetOrder}</button>`}${!sortable && html`<span class="soft small">${v.orderOff}</span>`}</div>
    ${shown.length ? html`<ul class="cards">${shown.map((x, i) => html`<${Card} key=${x.id} x=${x} kind=${name} away=${stored.includes(x.id)} store=${store} sortable=${sortable} first=${i === 0} last=${i === shown.length - 1} move=${move} log=${log} again=${again} run=${run} />`)}</ul>` : html`<p class="soft">${v.noMatch}</p>`}</section>`;
}

const tone = { running: "safe", starting: "", stopping: "", stopped: "", backoff: "warn", failed: "bad", crashed: "bad" };
const act = (kind, id, verb, again) => post(`/api/${kind}/${encodeURIComponent(id)}/${verb}`).then(again, (e) => toast(e.message));

function State({ x }) {
  const s = x.status;
  if (!x.valid) return html`<span class="tag bad">${v.problems}</span>`;
  if (x.waits && !s) return html`<span class="tag warn">${t.waits[x.waits]}: ${t.waits.title.toLowerCase()}</span>`;
  if (!s) return null;
  return html`<span class="tag ${s.healthy === false ? "warn" : tone[s.state]}">${s.healthy === false ? v.state.unhealthy : v.state[s.state] || s.state}</span>`;
}

function Buttons({ x, kind, again, log }) {
  const s = x.status;
  if (!s) return null;
  const runs = ["running", "starting", "backoff"].includes(s.state);
  return html`<div class="row">${runs ? html`<button key="stop" class="btn small" onClick=${() => act(kind, x.id, "stop", again)}>${v.stop}</button>` : html`<button key="start" class="btn small go" disabled=${s.state === "stopping"} onClick=${() => act(kind, x.id, "start", again)}>${v.start}</button>`}
    <button class="btn small" disabled=${!runs} onClick=${() => act(kind, x.id, "restart", again)}>${v.restart}</button>
    ${log && html`<button class="btn small" onClick=${() => log({ kind, id: x.id, name: x.name || x.id })}>${v.logs}</button>`}</div>`;
}

const Problems = ({ of }) => of?.length ? html`<ul class="small">${of.map((p) => html`<li class=${p.warning ? "soft" : "odd"}>${p.file}${p.line ? `:${p.line}` : ""} <${Seen} text=${p.text} /></li>`)}</ul>` : null;

function Card({ x, kind, away, store, sortable, first, last, move, log, again, run }) {
  const s = x.status, name = x.name || x.id;
  return html`<li class="box ext ${away ? "stored" : ""}"><div class="row"><h3>${name}</h3><${State} x=${x} />${away && html`<span class="tag">${v.stored}</span>`}</div>
    <p class="meta"><span class="mono">${x.id}</span>${x.version && html`<span>${x.version}</span>`}${x.ports?.map((p) => html`<span>${v.port(p)}</span>`)}${x.autoStart && html`<span>${v.autostart}</span>`}${s?.started && s.state === "running" ? html`<span><${Time} at=${s.started} /></span>` : s?.exit && html`<span><${Seen} text=${s.exit} /></span>`}</p>
    ${x.description && html`<p class="small"><${Seen} text=${x.description} /></p>`}
    ${s?.error && html`<p class="small odd"><${Seen} text=${s.error} /></p>`}
    <${Problems} of=${x.problems} /><${Buttons} x=${x} kind=${kind} again=${again} log=${log} /><${Does} x=${x} run=${run} />
    <div class="row"><button class="btn bare small" onClick=${() => store(x.id, !away)} aria-label=${`${away ? v.reside : v.store}: ${name}`}>${away ? v.reside : v.store}</button>
      <button class="btn bare small move" disabled=${!sortable || first} aria-label=${`${v.up}: ${name}`} title=${sortable ? v.up : v.orderOff} onClick=${() => move(x.id, -1)}>↑</button><button class="btn bare small move" disabled=${!sortable || last} aria-label=${`${v.down}: ${name}`} title=${sortable ? v.down : v.orderOff} onClick=${() => move(x.id, 1)}>↓</button></div></li>`;
}

// Does are the bounded commands that an extension offers.
const Does = ({ x, run }) => html`<div class="row">${[...(x.actions || []), ...(x.commands || []), ...(x.reports || [])].map((r) => html`<button class="btn small" title=${r.description} onClick=${() => run({ x, r })}>${v.run}: <${Seen} text=${r.title || r.name} /></button>`)}</div>`;

// Start asks for the arguments of a bounded command, if it takes any, and starts
// it.
function Start({ of: { x, r }, close }) {
  const fields = Object.entries(r.args?.properties || {}), need = r.args?.required || [];
  const [args, set] = useState({}), [error, setError] = useState(null), [busy, setBusy] = useState(false);
  const value = (f, text) => ["integer", "number"].includes(f.type) ? Number(text) : f.type === "boolean" ? text === "true" : ["array", "object"].includes(f.type) ? JSON.parse(text) : text;
  const go = async (e) => {
    e.preventDefault();
    setBusy(true);
    try {
      await post(`/api/${x.kind}/${encodeURIComponent(x.id)}/${r.sort}s/${encodeURIComponent(r.name)}`, { args: Object.fromEntries(fields.filter(([k]) => args[k]).map(([k, f]) => [k, value(f, args[k])])) });
      close();
    } catch (err) { setError(err); }
    setBusy(false);
  };
  return html`<${Dialog} title=${`${x.name || x.id}: ${r.title || r.name}`} close=${close}><form class="stack" onSubmit=${go}>${r.description && html`<p class="small"><${Seen} text=${r.description} /></p>`}
    ${fields.map(([k, f]) => html`<div><label for=${"arg-" + k}>${k}${need.includes(k) ? " *" : ""}</label><input id=${"arg-" + k} type="text" class="mono" autocomplete="off" placeholder=${f.type || ""} required=${need.includes(k)} value=${args[k] || ""} onInput=${(e) => set({ ...args, [k]: e.target.value })} />${f.description && html`<p class="small soft"><${Seen} text=${f.description} /></p>`}</div>`)}
    ${error && html`<div class="fault" role="alert"><${Seen} text=${error.message} /></div>`}<div class="row end"><button type="button" class="btn" onClick=${close}>${t.cancel}</button><button class="btn go" autofocus disabled=${busy}>${v.run}</button></div></form><//>`;
}

const ended = { done: "safe", failed: "bad", lost: "warn", timeout: "warn", cancelled: "" };
function Runs() {
  const data = useData("/api/runs?limit=12", ["ext"], 120);
  const [open, setOpen] = useState(null);
  return html`<section class="box scroll" tabindex="0" aria-label=${v.runs}><h2>${v.runs}</h2><${Loaded} of=${data}>${(list) => list?.length ? html`<table class="resp"><tbody>${list.map((r) => html`<tr key=${r.id}><td><button class="btn bare small" onClick=${() => setOpen(r.id)}><${Seen} text=${r.title || r.name} /></button><div class="small soft">${r.extension}</div></td><td><span class="tag ${ended[r.state] || ""}">${v.runStates[r.state] || r.state}</span>${r.progress && r.state === "running" && html`<progress max=${r.progress.total || 1} value=${r.progress.done} aria-label=${r.title}></progress>`}</td><td class="small"><${Time} at=${r.started} /></td><td class="small num">${span(r.durationMs)}</td></tr>`)}</tbody></table>` : html`<p class="soft">${v.noRuns}</p>`}<//>${open && html`<${OneRun} id=${open} close=${() => setOpen(null)} />`}</section>`;
}

function OneRun({ id, close }) {
  const data = useData("/api/runs/" + id, ["ext"], 120);
  return html`<${Dialog} title=${v.run} close=${close} drawer><${Loaded} of=${data}>${(r) => html`<div class="stack"><p class="row"><strong><${Seen} text=${r.title || r.name} /></strong><span class="tag ${ended[r.state] || ""}">${v.runStates[r.state] || r.state}</span>${r.state === "running" && html`<button class="btn small no" onClick=${() => post(`/api/runs/${id}/cancel`).then(data.reload, (e) => toast(e.message))}>${v.stop}</button>`}</p>
    <p class="small soft"><${Seen} text=${r.by} /> · <${Time} at=${r.started} /> · ${span(r.durationMs)}${r.exit != null ? ` · ${t.activity.exit(r.exit)}` : ""}</p>${r.error && html`<p class="fault"><${Seen} text=${r.error} /></p>`}
    ${[["output", r.output], ["errors", r.errors]].map(([k, text]) => text && html`<div><h3>${v[k]}</h3><pre class="code" dir="ltr" tabindex="0" aria-label=${v[k]}><${Seen} text=${text} /></pre></div>`)}${r.truncated && html`<p class="small soft">${v.tailOnly}</p>`}</div>`}<//><div class="row end"><button class="btn" onClick=${close}>${t.close}</button></div><//>`;
}

// Drawer has all items. What is chosen in it is a draft until it is saved, and
// stays one where saving fails.
function Drawer({ d, layout, save, draft, setDraft, again, close }) {
  const now = draft || Object.fromEntries(sections.map((s) => [s, display(layout, s).stored]));
  const [busy, setBusy] = useState(false), [failed, setFailed] = useState(false);
  const toggle = (s, id) => setDraft({ ...now, [s]: now[s].includes(id) ? now[s].filter((x) => x !== id) : [...now[s], id] });
  const done = async () => {
    setBusy(true);
    const ok = await save((l) => sections.reduce((l2, s) => withDisplay(s, () => ({ stored: now[s] }))(l2), l));
    setBusy(false);
    setFailed(!ok);
    if (ok) { setDraft(null); toast(v.saved); close(); }
  };
  return html`<${Dialog} title=${v.drawer} close=${close} drawer><div class="stack"><p class="small soft">${v.drawerSays}</p>${failed && html`<div class="fault" role="alert">${v.saveFailed}</div>`}
    ${sections.map((s) => d[s].length > 0 && html`<fieldset class="plain stack tight"><legend><h3>${v[s]}</h3></legend>${inOrder(d[s], layout.order?.[s]).map((x) => html`<div class="row"><label class="row"><input class="check" type="checkbox" checked=${!now[s].includes(x.id)} onChange=${() => toggle(s, x.id)} /> <span>${x.name || x.id} <span class="soft small">${now[s].includes(x.id) ? v.stored : v.residents}</span></span></label><${State} x=${x} /><${Buttons} x=${x} kind=${s} again=${again} /></div>`)}</fieldset>`)}
    <div class="row end"><button class="btn" onClick=${() => { setDraft(null); close(); }}>${t.cancel}</button><button class="btn go" disabled=${busy} onClick=${done}>${t.save}</button></div></div><//>`;
}

// Log follows what a program prints.
function Log({ of, close }) {
  const [lines, set] = useState([]), [error, setError] = useState(null), end = useRef();
  useEffect(() => {
    const stop = new AbortController();
    let last = "";
    (async () => {
      while (!stop.signal.aborted) {
        try {
          const res = await fetch(`/api/${of.kind}/${encodeURIComponent(of.id)}/log`, { headers: { Authorization: "Bearer " + bearer(), ...(last && { "Last-Event-ID": last }) }, signal: stop.signal, credentials: "omit", cache: "no-store" });
          if (!res.ok) { setError({ message: (await res.json()).error.message }); return; }
          setError(null);
          const reader = res.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let rest = "", r; !(r = await reader.read()).done;) {
            rest += r.value;
            const parts = rest.split("\n\n"), fresh = [];
            rest = parts.pop();
            for (const p of parts) {
              const data = /^data: (.*)$/m.exec(p)?.[1];
              if (p.includes("event: line\n")) { const l = JSON.parse(data); last = String(l.seq); fresh.push(l); }
              else if (p.includes("event: lost\n")) fresh.push({ stream: "butler", text: v.lostLines(+data), time: new Date().toISOString() });
            }
            if (fresh.length) set((old) => [...old, ...fresh].slice(-2000));
          }
        } catch { if (stop.signal.aborted) return; }
        await new Promise((go) => setTimeout(go, 1500));
      }
    })();
    return () => stop.abort();
  }, [of.id]);
  useEffect(() => { const e = end.current; if (e && e.scrollHeight - e.scrollTop - e.clientHeight < 200) e.scrollTop = e.scrollHeight; }, [lines]);
  return html`<${Dialog} title=${`${v.logs}: ${of.name}`} close=${close} drawer>${error && html`<${Fault} error=${error} />`}<pre class="code logs" dir="ltr" tabindex="0" ref=${end} role="log" aria-label=${v.logs}>${lines.map((l) => html`<div class=${l.stream === "stderr" ? "err" : l.stream === "butler" ? "soft" : ""}><${Clock} at=${l.time} /> <${Seen} text=${l.text} /></div>`)}</pre><div class="row end"><button class="btn" onClick=${close}>${t.close}</button></div><//>`;
}
