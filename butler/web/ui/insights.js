// Counts of the log as charts. Every chart can be read as a table, too.
import { useState } from "preact/hooks";
import { html, base, bytes, Clock, Empty, Line, Loaded, Seen, span, useData } from "./parts.js";
import { t } from "./text.js";

const s = t.insights;
export function Insights() {
  const [since, set] = useState("30d");
  const data = useData(`/api/stats?since=${since}`, ["record"], 11000);
  return html`<div class="page"><div class="head"><h1>${t.pages.insights}</h1><span class="sub">${s.sub}</span><div class="end chips" role="group">${Object.entries(s.days).map(([k, says]) => html`<button class="chip" aria-pressed=${k === since ? "true" : "false"} onClick=${() => set(k)}>${says}</button>`)}</div></div>
    <${Loaded} of=${data}>${({ stats: x, days }) => !x.decisions ? html`<${Empty} icon="insights" title=${s.none} body=${s.noneBody} />` : html`<div class="stack wide">
      ${x.blind?.length > 0 && html`<div class="fault" role="alert"><strong>${s.blind(x.blind.length)}.</strong> ${s.blindSays} <span class="mono small">${x.blind.slice(0, 5).map((b) => b.session.slice(0, 8)).join(", ")}</span></div>`}
      <div class="figs"><${Fig} n=${x.saved.toLocaleString()} name=${s.saved} says=${s.savedSays} /><${Fig} n=${x.asked.n.toLocaleString()} name=${s.asked} says=${s.askedSays} /><${Fig} n=${x.refused.n.toLocaleString()} name=${s.refused} says=${s.refusedSays} />
        ${x.asked.wait_ms.n > 0 && html`<${Fig} n=${span(x.asked.wait_ms.p50)} name=${s.wait} says=${s.waitSays(span(x.asked.wait_ms.p90))} />`}${x.latency_us.n > 0 && html`<${Fig} n=${micro(x.latency_us.p50)} name=${s.latency} says=${s.latencySays(micro(x.latency_us.p99))} />`}</div>
      <section class="box"><h2>${s.over}</h2><${Days} days=${fill(days, parseInt(since, 10))} /></section>
      <div class="cols"><${Bars} title=${s.rules} of=${x.rules} /><${Bars} title=${s.effects} of=${x.effects} /><${Bars} title=${s.projects} of=${x.projects} name=${base} /><${Bars} title=${s.tools} of=${x.tools} /><${Bars} title=${s.outcomes} of=${x.asked.outcomes} />
        ${x.refused.lines?.length > 0 && html`<section class="box"><h2>${s.refusedList}</h2><ul class="stack tight">${x.refused.lines.slice(-8).reverse().map((l) => html`<li><a href=${"#/activity/record/" + l.seq}>${l.cmd_cut && html`<span class="tag warn">${t.activity.long(bytes(l.cmd_len))}</span> `}<${Line} text=${l.cmd} /></a><div class="small soft"><${Clock} at=${l.time} /> <${Seen} text=${l.reason} /></div></li>`)}</ul></section>`}</div></div>`}<//></div>`;
}

const micro = (us) => us < 1000 ? `${us} µs` : `${(us / 1000).toFixed(1)} ms`;
const Fig = ({ n, name, says }) => html`<div class="fig"><b>${n}</b>${name}<div class="small soft">${says}</div></div>`;

// fill puts in the days on which nothing was decided.
function fill(days, most) {
  const by = new Map(days.map((d) => [d.day, d])), out = [], first = days.length ? new Date(days[0].day) : new Date();
  for (let i = most - 1; i >= 0; i--) {
    const d = new Date(Date.now() - i * 86400000), key = d.toISOString().slice(0, 10);
    if (d < first && out.length === 0 && most - i < most - 13) continue;
    out.push(by.get(key) || { day: key, saved: 0, asked: 0, refused: 0, other: 0 });
  }
  return out;
}

const kinds = [["saved", "s"], ["asked", "a"], ["refused", "r"], ["other", "o"]];
function Days({ days }) {
  const w = 760, hgt = 220, left = 44, floor = hgt - 26, most = Math.max(4, ...days.map((d) => d.saved + d.asked + d.refused + d.other));
  const unit = 10 ** Math.floor(Math.log10(most)), step = unit * (most / unit > 5 ? 2 : most / unit > 2 ? 1 : 0.5), top = Math.ceil(most / step) * step;
  const x = (i) => left + i * (w - left) / days.length, y = (v) => floor - v / top * (floor - 12), bw = Math.max(2, Math.min(34, (w - left) / days.length - 3));
  const ticks = []; for (let v = 0; v <= top + 1e-9; v += step) ticks.push(v);
  const nth = Math.ceil(days.length / 8);
  return html`<figure><svg class="chart" viewBox="0 0 ${w} ${hgt}" role="img" aria-label=${s.over}>
    ${ticks.map((v) => html`<g><line class="grid" x1=${left} x2=${w} y1=${y(v)} y2=${y(v)} /><text x=${left - 7} y=${y(v) + 4} text-anchor="end">${+v.toFixed(1)}</text></g>`)}
    ${days.map((d, i) => { let at = 0; return html`<g><title>${d.day}: ${kinds.map(([k]) => `${d[k]} ${k === "other" ? s.other : s[k]}`).join(", ")}</title><rect x=${x(i)} y="0" width=${bw + 3} height=${floor} fill="transparent" />${kinds.map(([k, cls]) => { const v = d[k]; const r = html`<rect class=${cls} x=${x(i)} width=${bw} y=${y(at + v)} height=${Math.max(0, y(at) - y(at + v))} />`; at += v; return v ? r : null; })}${i % nth === 0 && html`<text x=${x(i)} y=${hgt - 8}>${d.day.slice(5)}</text>`}</g>`; })}
    </svg><figcaption class="legend">${kinds.map(([k, cls]) => html`<span><b class=${cls}></b>${k === "other" ? s.other : s[k]}</span>`)}</figcaption>
    <details><summary>${s.table}</summary><div class="scroll"><table><thead><tr><th>${s.day}</th>${kinds.map(([k]) => html`<th class="num">${k === "other" ? s.other : s[k]}</th>`)}</tr></thead><tbody>${days.filter((d) => d.saved + d.asked + d.refused + d.other).map((d) => html`<tr><td>${d.day}</td>${kinds.map(([k]) => html`<td class="num">${d[k]}</td>`)}</tr>`)}</tbody></table></div></details></figure>`;
}

function Bars({ title, of, name = (x) => x }) {
  const list = (of || []).slice(0, 8), most = list[0]?.n || 1;
  return list.length ? html`<section class="box"><h2>${title}</h2><ul class="bars">${list.map((c) => html`<li><span class="cut" title=${c.name}>${name(c.name) || "–"}</span><span class="num">${c.n.toLocaleString()}</span><progress max=${most} value=${c.n} aria-label=${c.name}></progress></li>`)}</ul></section>` : null;
}
