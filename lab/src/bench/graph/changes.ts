import { median } from '../measure.js';
import { table } from '../../table.js';
import { toShown, type Graph } from './requests.js';

interface Page {
  changes: { kind: string }[];
  cursor: string;
  more: boolean;
}

/** Returns the current cursor of the change feed. */
export async function presentPosition({ account }: Pick<Graph, 'account'>): Promise<string> {
  const { body } = await account.request('GET', '/changes');
  return (body as Page).cursor;
}

interface Feed {
  query: string;
  subject?: string;
  /** Number of changes, if known. */
  expected?: number;
}

/** Follows the change feed from a cursor in pages of 1,000: all changes, single kinds, and those of one subject. */
export async function measureChanges(
  { account, print }: Graph,
  from: string,
  { units, things, subject }: { units: number; things: number; subject: string },
): Promise<void> {
  const feeds: Feed[] = [
    { query: '' },
    { query: '&kind=unit_created', expected: units },
    { query: '&kind=thing_created', expected: things },
    { query: '&kind=thing_deleted', expected: 0 },
    { query: '', subject },
  ];
  const rows: string[][] = [];
  for (const { query, subject, expected } of feeds) {
    const times: number[] = [];
    let count = 0;
    let page: Page = { changes: [], cursor: from, more: true };
    while (page.more) {
      const path = `/changes?limit=1000${query}&cursor=${encodeURIComponent(page.cursor)}`;
      const startedAt = performance.now();
      const { status, body } = await account.request('GET', path, { subject });
      times.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      page = body as Page;
      count += page.changes.length;
    }
    if (expected !== undefined && count !== expected) {
      throw new Error(`${query}: ${count} of ${expected} changes.`);
    }
    rows.push([
      `\`GET /changes?limit=1000${query}\`${subject === undefined ? '' : ' of a subject'}`,
      String(count),
      String(times.length),
      ...[times[0]!, median(times), times.at(-1)!, Math.max(...times)].map(toShown),
    ]);
  }
  const head = ['feed', 'changes', 'pages', 'first', 'median', 'last', 'longest'];
  print(`\n${table(head, rows)}`);
}
