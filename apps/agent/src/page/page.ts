import type { Passage, Traffic } from '../tunnel/traffic.js';
import type { FoundService } from '@trellis/contracts';
import type { State } from '../run.js';

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

const texts: Record<State['connection'], string> = {
  connecting: 'Connecting …',
  connected: 'Connected',
  waiting: 'Not connected',
};

/** Returns the page. It works without scripts and below any path of a proxy. */
export function page({ state, traffic, found, version }: Shown): string {
  const isStopped = traffic.isStopped();
  const name = state.name === undefined ? 'Trellis agent' : `Trellis agent: ${state.name}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(name)}</title><style>${style}</style></head>
<body><main>
<h1>${escape(name)}</h1>
<p><strong>${texts[state.connection]}</strong> since ${timeOf(state.since)} – ${escape(state.url ?? '')} – <a href="./">refresh</a></p>
${paragraph(state.notice)}${paragraph(state.reason)}
<form method="post" action="${isStopped ? 'resume' : 'stop'}">
${isStopped ? '<p><strong>Nothing passes through, because it was stopped here.</strong></p>' : ''}
<button>${isStopped ? 'Let it pass again' : 'Stop everything'}</button></form>
<h2>What passes through</h2>
${tableOf(
  ['To', 'Since', 'Sent', 'Received', 'State'],
  traffic.list().slice(0, 100).map(rowOf),
  'Nothing yet.',
)}
<h2>Found in this network</h2>
${tableOf(
  ['Name', 'Kind', 'Address'],
  found().map(({ name, type, address, port }) => [name, type, `${address}:${port}`].map(cell)),
  'Nothing yet.',
)}
<p class="note">Version ${escape(version)}. Key: <code>${escape(state.key ?? '')}</code></p>
</main></body></html>
`;
}

const paragraph = (text: string | undefined): string =>
  text === undefined ? '' : `<p>${escape(text)}</p>`;

const rowOf = ({ to, began, ended, sent, received, refused }: Passage): string[] => [
  cell(to),
  cell(timeOf(began)),
  numberCell(sent),
  numberCell(received),
  cell(refused ?? (ended ? `until ${timeOf(ended)}` : 'open')),
];

function tableOf(headings: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return `<p class="note">${empty}</p>`;
  const head = headings.map((heading) => `<th>${heading}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n');
  return `<table><tr>${head}</tr>\n${body}</table>`;
}

const cell = (text: string): string => `<td>${escape(text)}</td>`;

const numberCell = (bytes: number): string =>
  `<td class="number">${bytes.toLocaleString('en')} B</td>`;

const timeOf = (time: Date): string => time.toLocaleString('sv-SE');

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
