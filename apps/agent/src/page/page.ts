import { createHash } from 'node:crypto';
import type { Passage, Traffic } from '../tunnel/traffic.js';
import type { FoundService } from '@trellis/contracts';
import type { State } from '../run.js';
import type { Words } from './words.js';

/** The content of the page. */
export interface Shown {
  state: State;
  traffic: Pick<Traffic, 'isStopped' | 'list'>;
  found(): FoundService[];
  version: string;
}

const style = `
  :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  table { border-collapse: collapse; width: 100%; font-size: .9rem; }
  th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid #8884; }
  td.number { text-align: right; font-variant-numeric: tabular-nums; }
  code { overflow-wrap: anywhere; } .note { opacity: .75; }
  button { font: inherit; padding: .4rem 1rem; }
`;

/** Shows times in the time zone of the browser: that of the agent is often UTC, as in containers. */
const script = `
  for (const time of document.querySelectorAll('time')) {
    const format = { dateStyle: 'medium', timeStyle: 'medium' };
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, format);
  }
`;

/** The source of the only script that browsers run on the page (CSP3). */
export const scriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the page. It works without scripts and below any path of a proxy. */
export function page({ state, traffic, found, version }: Shown, words: Words): string {
  const isStopped = traffic.isStopped();
  const name = state.name === undefined ? words.title : `${words.title}: ${state.name}`;
  return `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(name)}</title><style>${style}</style></head>
<body><main>
<h1>${escape(name)}</h1>
<p><strong>${words.connection[state.connection]}</strong> ${words.since} ${timeOf(state.since, words)} – ${escape(state.url ?? '')} – <a href="./">${words.refresh}</a></p>
${paragraph(state.notice)}${paragraph(state.reason)}
<form method="post" action="${isStopped ? 'resume' : 'stop'}">
${isStopped ? `<p><strong>${words.isStopped}</strong></p>` : ''}
<button>${isStopped ? words.resume : words.stop}</button></form>
<h2>${words.traffic}</h2>
${tableOf({
  headings: words.trafficColumns,
  rows: traffic
    .list()
    .slice(0, 100)
    .map((passage) => rowOf(passage, words)),
  empty: words.nothing,
})}
<h2>${words.found}</h2>
${tableOf({
  headings: words.foundColumns,
  rows: found().map(({ name, type, address, port }) =>
    [name, type, `${address}:${port}`].map(textCell),
  ),
  empty: words.nothing,
})}
<p class="note">${words.version} ${escape(version)}. ${words.key}: <code>${escape(state.key ?? '')}</code></p>
</main><script>${script}</script></body></html>
`;
}

/** A sentence of Trellis or the system, which are in English. */
const paragraph = (text: string | undefined): string =>
  text === undefined ? '' : `<p lang="en">${escape(text)}</p>`;

const rowOf = ({ to, began, ended, sent, received, refused }: Passage, words: Words): string[] => [
  textCell(to),
  cell(timeOf(began, words)),
  numberCell(sent, words),
  numberCell(received, words),
  refused === undefined
    ? cell(ended ? `${words.until} ${timeOf(ended, words)}` : words.open)
    : textCell(words.refused[refused] ?? `${words.notReached} (${refused})`),
];

interface TableContent {
  headings: string[];
  rows: string[][];
  empty: string;
}

function tableOf({ headings, rows, empty }: TableContent): string {
  if (rows.length === 0) return `<p class="note">${empty}</p>`;
  const head = headings.map((heading) => `<th>${heading}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n');
  return `<table><tr>${head}</tr>\n${body}</table>`;
}

const cell = (html: string): string => `<td>${html}</td>`;

const textCell = (text: string): string => cell(escape(text));

const numberCell = (bytes: number, { language }: Words): string =>
  `<td class="number">${bytes.toLocaleString(language)} B</td>`;

/** Writes a time with its time zone, for browsers that run no script. */
const timeOf = (time: Date, { language }: Words): string => {
  const text = time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'long' });
  return `<time datetime="${time.toISOString()}">${text}</time>`;
};

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
