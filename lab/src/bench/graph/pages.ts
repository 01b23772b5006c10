import { ask } from '../../ask.js';
import { median, range } from '../../numbers.js';
import { head, milliseconds, print, row } from '../../print.js';
import { withLevels, type Graph } from './requests.js';

type Answer = Awaited<ReturnType<typeof ask>>;

interface Pages {
  name: string;
  path: string;
  subject?: string;
  /** Number of items, if known. */
  expected?: number;
}

interface Reading {
  items(answer: Answer): { href?: string }[];
  next(answer: Answer): string | undefined;
}

/** Reads all pages of a list, and prints the number of its items and the latencies of its pages. */
async function measurePages(
  { account }: Graph,
  { name, path: first, subject, expected }: Pages,
  { items, next }: Reading,
): Promise<void> {
  const times: number[] = [];
  const found = new Set<string | number>();
  for (let path: string | undefined = first; path !== undefined;) {
    const answer: Answer = await ask(account, 'GET', path, { subject });
    times.push(answer.ms);
    // Changes have no address.
    for (const { href } of items(answer)) found.add(href ?? found.size);
    path = next(answer);
  }
  if (expected !== undefined && found.size !== expected) {
    throw new Error(`${first}: ${found.size} of ${expected}.`);
  }
  const figures = [times[0]!, median(times), times.at(-1)!, Math.max(...times)];
  print(row([name, found.size, times.length, ...figures.map((ms) => milliseconds(ms, 1))]));
}

const figures = ['pages', 'first', 'median', 'last', 'longest'];

export async function measureWalks(graph: Graph, walks: Pages[]): Promise<void> {
  print(`\n${head(['walk', 'found', ...figures])}`);
  const reading: Reading = { items: ({ body }) => body, next: ({ next }) => next };
  for (const walk of walks) await measurePages(graph, walk, reading);
}

/** Follows the change feed from a cursor in pages of 1,000: all changes, single kinds, and those of one subject. */
export async function measureChanges(
  graph: Graph,
  from: string,
  { units, things, subject }: { units: number; things: number; subject: string },
): Promise<void> {
  const feeds = [
    { query: '' },
    { query: '&kind=unit_created', expected: units },
    { query: '&kind=thing_created', expected: things },
    { query: '&kind=thing_deleted', expected: 0 },
    { query: '', subject },
  ];
  print(`\n${head(['feed', 'changes', ...figures])}`);
  for (const { query, ...feed } of feeds) {
    const path = `/changes?limit=1000${query}`;
    const pageAt = (cursor: string) => `${path}&cursor=${encodeURIComponent(cursor)}`;
    const name = `\`GET ${path}\`${feed.subject === undefined ? '' : ' of a subject'}`;
    await measurePages(
      graph,
      { ...feed, name, path: pageAt(from) },
      {
        items: ({ body }) => body.changes,
        next: ({ body }) => (body.more ? pageAt(body.cursor) : undefined),
      },
    );
  }
}

const rounds = 5;
/** Number of pages of a list that are read in each round. */
const maxPages = 4;

/** Returns filtered, sorted and searched lists for the units on a path down from the root. */
const lists = ([, site, building]: string[], leaves: number): string[] => [
  '/units?capability=temperature',
  '/units?capability=temperature&type=unit',
  `/units?below=${site}&capability=temperature`,
  '/units?q=name==*77',
  '/units?sort=name',
  '/units?sort=-created',
  `/units?sort=name&below=${building}`,
  `/units?search=${leaves}`,
  '/units?search=unit',
  '/units?search=unitt',
  '/units?search=nowhere',
  `/units?search=77&below=${site}`,
  '/things?type=TemperatureSensor',
  '/things?available=false',
  '/things?q=values.temperature>24',
  '/things?view=values',
  '/things?sort=title',
  '/things?search=meter%2077',
  `/things?below=${site}&capability=temperature`,
  `/things?below=${site}&sort=title`,
];

/** Measures the first and the next pages of lists, and prints their latencies. */
export async function measureLists(graph: Graph, leaves: number): Promise<void> {
  print(`\n${head(['request', 'items of a page', 'first', 'next'])}`);
  for (const list of lists(graph.path, leaves)) {
    const times: { first: number[]; next: number[] } = { first: [], next: [] };
    const counts: number[] = [];
    for (const round of range(rounds)) {
      let path: string | undefined = list;
      for (let page = 0; path !== undefined && page < maxPages; page += 1) {
        const answer: Answer = await ask(graph.account, 'GET', path);
        times[page === 0 ? 'first' : 'next'].push(answer.ms);
        if (round === 0) counts.push(answer.body.length);
        path = answer.next;
      }
    }
    const shown = [times.first, times.next].map((all) =>
      all.length === 0 ? '' : milliseconds(median(all)),
    );
    print(row([`\`${withLevels(list, graph)}\``, counts.join(', '), ...shown]));
  }
}
