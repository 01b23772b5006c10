import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount } from '@trellis/testing';
import { ask } from '../ask.js';
import { median, range } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print } from '../print.js';
import { load } from './load.js';
import { measureHistory } from './graph/history.js';
import { linkSubjects, measureQuestions, subjectOf } from './graph/questions.js';
import { measureChanges, measureLists, measureWalks } from './graph/pages.js';
import type { Graph } from './graph/requests.js';
import { startInstallation } from './installation.js';

const children = 10;
const depth = setting('BENCH_DEPTH', 6);
const linkCount = setting('BENCH_LINKS', 10_000);
const thingCount = setting('BENCH_THINGS', 10_000);
const rounds = setting('BENCH_ROUNDS', 3);
const concurrency = 64;
const batchSize = 1_000;

const leafCount = children ** depth;
/** Number of units of a subtree by its height. */
const unitsIn = (height: number): number => (children ** (height + 1) - 1) / (children - 1);
const unitCount = unitsIn(depth);
/** One leaf out of this many holds a thing. */
const leavesPerThing = Math.max(1, Math.floor(leafCount / thingCount));

/**
 * Measures the graph of units through the public interface: import, change feed, walks, lists, visibility, summaries,
 * previews of bulk commands, history, links and moves. An unexpected answer ends it with an error.
 */
export async function run(): Promise<void> {
  const installation = await startInstallation({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  try {
    const account = newAccount(installation, { lifetimeSeconds: 6 * 3_600 });
    const target = { address: installation.address, token: account.token };
    const { cursor } = (await ask(account, 'GET', '/changes')).body;
    const graph: Graph = { account, target, path: [] };
    const things = await createThings(graph);
    await measureImport(graph, things);
    graph.path.push(...(await findPath(graph)));
    const counts = { units: unitCount, things: things.length };
    await measureChanges(graph, cursor, { ...counts, subject: subjectOf(0) });
    await measureWalks(graph, walksFrom(graph.path));
    await measureLists(graph, leafCount);
    await linkSubjects(graph, await list(graph, '/units?type=unit', linkCount));
    await measureQuestions(graph);
    await measureHistory(graph, things);
    await measureLinks(graph);
    await measureMoves(graph);
  } finally {
    await installation.stop();
  }
}

async function createThings(graph: Graph): Promise<string[]> {
  let number = 0;
  const { perSecond } = await load({
    ...graph.target,
    inFlight: concurrency,
    stop: { requests: Math.ceil(leafCount / leavesPerThing) },
    next: () => ({
      method: 'POST',
      path: '/things',
      body: newThing((number += 1)),
      subject: subjectOf(number),
    }),
  });
  print(`things, ${concurrency} requests in flight: ${Math.round(perSecond)} a second`);
  return list(graph, '/things?limit=1000');
}

const newThing = (number: number) => ({
  title: `meter ${number}`,
  '@type': 'TemperatureSensor',
  properties: {
    temperature: { type: 'number', unit: 'degree Celsius', value: 15 + (number % 100) / 10 },
    level: { type: 'number', value: number % 100 },
  },
});

/**
 * Imports the tree, in which unit `n` is line `n` and its parent line `floor((n - 2) / 10) + 1`, with things in
 * its leaves.
 */
async function measureImport({ target }: Graph, things: string[]): Promise<void> {
  const startedAt = performance.now();
  const upload = httpRequest(`${target.address}/api/v1/units/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/x-ndjson',
    },
  });
  const answered = once(upload, 'response');
  for (let first = 1; first <= unitCount; first += batchSize) {
    const lines = range(Math.min(batchSize, unitCount - first + 1)).map((n) =>
      lineOf(first + n, things),
    );
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (!upload.write(text)) await once(upload, 'drain');
  }
  upload.end();
  const [response] = (await answered) as [AsyncIterable<Buffer>];
  let text = '';
  for await (const part of response) text += part.toString();
  const summary = JSON.parse(text.trim().split('\n').at(-1)!) as Record<string, unknown>;
  if (!summary.complete || summary.created !== unitCount) throw new Error(JSON.stringify(summary));
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = Math.round(unitCount / seconds);
  print(`import of ${unitCount} units: ${seconds.toFixed(1)} s, ${rate} units/s`);
}

function lineOf(number: number, things: string[]) {
  const unit = { id: `u${number}`, name: `unit ${number}`, type: 'unit' };
  if (number === 1) return { ...unit, type: 'root' };
  const line = { ...unit, parents: [`u${Math.floor((number - 2) / children) + 1}`] };
  const leaf = number - (unitCount - leafCount) - 1;
  const holdsThing = leaf >= 0 && leaf % leavesPerThing === 0;
  return holdsThing ? { ...line, things: [things[leaf / leavesPerThing]] } : line;
}

/** Returns the ids of a list, at least `count` of them if there are as many. */
async function list({ account }: Graph, first: string, count = Infinity): Promise<string[]> {
  const found: string[] = [];
  for (let path: string | undefined = first; path && found.length < count;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(account, 'GET', path);
    found.push(...idsIn(page.body));
    path = page.next;
  }
  return found;
}

const idsIn = (page: { href: string }[]) => page.map(({ href }) => href.split('/').at(-1)!);

/** The first units of each level, from the root to a leaf. */
async function findPath({ account }: Graph): Promise<string[]> {
  const firstOf = async (path: string) => idsIn((await ask(account, 'GET', path)).body)[0]!;
  const path = [await firstOf('/units?type=root')];
  while (path.length <= depth) path.push(await firstOf(`/units/${path.at(-1)}/children`));
  return path;
}

/** The walks below each unit of a path and above its end, each with the number of items that it must find. */
function walksFrom(path: string[]) {
  const down = path.slice(0, -1).flatMap((unit, level) => {
    const below = unitsIn(depth - level) - 1;
    const things = Math.ceil(children ** (depth - level) / leavesPerThing);
    return [
      { name: 'descendants', path: `/units/${unit}/descendants`, expected: below },
      {
        name: `things below ${below} units`,
        path: `/units/${unit}/things?below=true`,
        expected: things,
      },
    ];
  });
  return [...down, { name: 'ancestors', path: `/units/${path.at(-1)}/ancestors`, expected: depth }];
}

/** Gives leaves further parents, one a request and in batches. */
async function measureLinks(graph: Graph): Promise<void> {
  const units = await list(graph, '/units?type=unit', 4 * linkCount);
  const pairs = units
    .slice(0, 2 * linkCount)
    .map((parent, n) => ({ parent, unit: units[2 * linkCount + n]! }));
  const single = pairs.slice(0, linkCount).values();
  const alone = await load({
    ...graph.target,
    inFlight: concurrency,
    stop: { requests: linkCount },
    next() {
      const { parent, unit } = single.next().value!;
      return { method: 'POST', path: `/units/${parent}/children`, body: { id: unit } };
    },
  });
  print(`\nlinks, ${concurrency} requests in flight: ${Math.round(alone.perSecond)} a second`);
  let first = linkCount;
  const together = await load({
    ...graph.target,
    inFlight: 2,
    stop: { requests: Math.ceil(linkCount / batchSize) },
    next() {
      const items = pairs.slice(first, (first += batchSize));
      return { method: 'POST', path: '/units/links/batch', body: { items } };
    },
  });
  const last = pairs.at(-1)!;
  const parents = idsIn((await ask(graph.account, 'GET', `/units/${last.unit}/parents`)).body);
  if (!parents.includes(last.parent)) throw new Error('A link of a batch was not made.');
  const perSecond = Math.round(together.perSecond * batchSize);
  print(`links in batches of ${batchSize}, two in flight: ${perSecond} a second`);
}

/** Moves the subtree of a hundredth of all units back and forth, and reads each move at once. */
async function measureMoves({ account, path }: Graph): Promise<void> {
  const [root, district, subtree] = path as [string, string, string];
  const unlinks: number[] = [];
  const links: number[] = [];
  const childrenOf = async (unit: string) =>
    idsIn((await ask(account, 'GET', `/units/${unit}/children`)).body);
  const other = (await childrenOf(root)).at(-1)!;
  for (let round = 0; round < 2 * rounds; round += 1) {
    const [from, to] = round % 2 === 0 ? [district, other] : [other, district];
    const unlinked = await ask(account, 'DELETE', `/units/${from}/children/${subtree}`, {
      expected: 204,
    });
    const linked = await ask(account, 'POST', `/units/${to}/children`, {
      body: { id: subtree },
      expected: 201,
    });
    unlinks.push(unlinked.ms);
    links.push(linked.ms);
    if (!(await childrenOf(to)).includes(subtree)) throw new Error('A move cannot be read.');
    await pause(10);
  }
  const [unlink, link] = [unlinks, links].map((times) => milliseconds(median(times), 1));
  print(`moving a subtree of ${unitsIn(depth - 2)} units: unlink ${unlink}, link ${link}`);
}
