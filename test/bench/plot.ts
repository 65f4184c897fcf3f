import type { Measured } from './measure.js';
import { measuredAt, type Results } from './results.js';
import type { Summary } from './statistics.js';
import { figure } from './table.js';
import type { Work } from './work.js';

/** The results as a picture: panels with horizontal bars. */
interface Bar {
  readonly label: string;
  readonly value: Summary;
  /** The comparison, or nothing. */
  readonly note: string;
  readonly kind: 'proxy' | 'other';
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
}

const width = 900;
const labelWidth = 300;
const noteWidth = 170;
const longest = width - labelWidth - noteWidth;
const rowHeight = 24;
const panelHead = 46;
const bottom = 34;

/** @returns an SVG document that is readable on light and dark pages */
export function plot(results: Results): string {
  let y = 0;
  const drawn = panelsOf(results).map((panel) => {
    const text = drawPanel(panel, y);
    y += panelHead + panel.bars.length * rowHeight;
    return text;
  });
  const { cpu, cores, node } = results.machine;
  const foot =
    `${results.date.slice(0, 10)}, ${cpu}, ${cores} cores, Node ${node}; ` + 'medians, the line from least to most';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + bottom}" role="img" aria-labelledby="title">
<title id="title">What a lookup costs: axl-phone-proxy beside the least that Node can do and other AXL clients</title>
<style>
svg { --page: #ffffff; --ink: #1f2328; --faint: #59636e; --proxy: #0969da; --other: #9aa4af; }
@media (prefers-color-scheme: dark) {
  svg { --page: #0d1117; --ink: #e6edf3; --faint: #9198a1; --proxy: #4493f8; --other: #5b6570; }
}
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); }
.title { font-weight: 600; font-size: 14px; }
.faint { fill: var(--faint); }
.page { fill: var(--page); }
.proxy { fill: var(--proxy); }
.other { fill: var(--other); }
.spread { stroke: var(--ink); stroke-width: 1.5; }
.cut { stroke: var(--page); stroke-width: 3; }
</style>
<rect class="page" width="${width}" height="${y + bottom}"/>
${drawn.join('\n')}
<text class="faint" x="16" y="${y + 20}">${escaped(foot)}</text>
</svg>
`;
}

function drawPanel({ title, unit, bars }: Panel, top: number): string {
  const scale = scaleOf(bars.map(({ value }) => value.median));
  const rows = bars.map(({ label, value, note, kind }, place) => {
    const y = top + panelHead + place * rowHeight;
    const length = Math.min(longest, value.median * scale);
    const isCut = value.median * scale > longest;
    const end = labelWidth + length;
    const edge = (at: number): number => labelWidth + Math.min(longest, at * scale);
    const spread = `<path class="spread" d="M${fixed(edge(value.least))} ${y}H${fixed(edge(value.most))}"/>`;
    const cut = `<path class="cut" d="M${fixed(end - 24)} ${y + 9}l8 -18M${fixed(end - 16)} ${y + 9}l8 -18"/>`;
    return [
      `<text x="${labelWidth - 10}" y="${y + 5}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${kind}" x="${labelWidth}" y="${y - 8}" width="${fixed(Math.max(1, length))}" height="16" rx="2"/>`,
      isCut ? cut : spread,
      `<text x="${fixed(Math.max(end, isCut ? 0 : edge(value.most)) + 8)}" y="${y + 5}">` +
        `${figure(value.median)} ${escaped(unit)}<tspan class="faint">${escaped(note === '' ? '' : `  ${note}`)}</tspan></text>`,
    ].join('\n');
  });
  return [`<text class="title" x="16" y="${top + 22}">${escaped(title)}</text>`, ...rows].join('\n');
}

/** A bar that is much longer than all others is cut, so that the others are readable. */
function scaleOf(values: readonly number[]): number {
  const [most = 1, next = most] = [...values].sort((a, b) => b - a);
  return longest / (most > 4 * next ? next * 1.3 : most * 1.05);
}

function panelsOf(results: Results): Panel[] {
  return [cpuPanel(results), waitingPanel(results), growthPanel(results), postPanel(results)].filter(
    ({ bars }) => bars.length > 0,
  );
}

function cpuPanel(results: Results): Panel {
  const bar = (subject: string, label: string, floor: string): Bar[] => {
    const found = measuredAt(results, 'one-phone', subject);
    const least = measuredAt(results, 'one-phone', floor);
    const note =
      least && subject !== floor ? `${figure((found?.cpuUs.median ?? NaN) / least.cpuUs.median)} × floor` : '';
    return found ? [{ label, value: found.cpuUs, note, kind: kindOf(found) }] : [];
  };
  return {
    title: 'CPU of one lookup, one small phone',
    unit: 'µs',
    bars: [
      ...bar('floor, lines', 'floor: bare Node, by lines', 'floor, lines'),
      ...bar('proxy, lines', 'this proxy, by lines', 'floor, lines'),
      ...bar('soap client', "Koa and soap's own client, by lines", 'floor, lines'),
      ...bar('cisco-axl', 'Koa and cisco-axl, by lines', 'floor, lines'),
      ...bar('floor, sql', 'floor: bare Node, by SQL', 'floor, sql'),
      ...bar('proxy, sql', 'this proxy, by SQL', 'floor, sql'),
    ],
  };
}

function waitingPanel(results: Results): Panel {
  const bar = (subject: string, kind: 'GET' | 'POST', label: string): Bar[] => {
    const found = measuredAt(
      results,
      'waiting',
      subject,
      ({ work, callers, latencyMs }) => work.kind === kind && callers === 10 && latencyMs === 100,
    );
    return found ? [{ label, value: found.p50Ms, note: '', kind: kindOf(found) }] : [];
  };
  return {
    title: 'What a caller waits (p50, 10 callers) when the call manager takes 100 ms for each answer',
    unit: 'ms',
    bars: [
      ...bar('floor, lines', 'GET', 'floor, by lines'),
      ...bar('proxy, lines', 'GET', 'this proxy, by lines'),
      ...bar('proxy, sql', 'GET', 'this proxy, by SQL'),
      ...bar('proxy, lines', 'POST', 'this proxy, POST of 5 speed dials'),
    ],
  };
}

function growthPanel({ groups }: Results): Panel {
  const bars = [...(groups['phones'] ?? []), ...(groups['dials'] ?? [])]
    .filter(({ cell }) => cell.subject === 'proxy, lines')
    .map((measured): Bar => {
      const { work } = measured.cell;
      const phones = work.kind === 'GET' ? work.phones : 0;
      const what = groups['phones']?.includes(measured)
        ? `number on ${phones} ${phones === 1 ? 'phone' : 'phones'} of 5 speed dials`
        : `one phone of ${dialsOf(work)} speed dials`;
      return { label: what, value: measured.cpuUs, note: '', kind: 'proxy' };
    });
  return { title: 'CPU of one lookup as phones and speed dials grow, this proxy, by lines', unit: 'µs', bars };
}

function postPanel({ groups }: Results): Panel {
  const names = { 'floor, lines': 'floor', 'proxy, lines': 'this proxy', 'soap client': "Koa and soap's own client" };
  const bars = (groups['post'] ?? []).map((measured): Bar => {
    const { subject, work } = measured.cell;
    const label = `${(names as Record<string, string>)[subject] ?? subject}, ${dialsOf(work)} speed dials`;
    return { label, value: measured.cpuUs, note: '', kind: kindOf(measured) };
  });
  return { title: 'CPU of one POST', unit: 'µs', bars };
}

/** The groups in the picture contain only lookups and replacements of speed dials. */
function dialsOf(work: Work): number {
  return work.kind === 'buttons' ? work.buttons : work.dials;
}

function kindOf({ cell }: Measured): Bar['kind'] {
  return cell.subject.startsWith('proxy') ? 'proxy' : 'other';
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
