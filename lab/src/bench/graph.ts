import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, startRedis, startStack } from '@trellis/testing';
import { load } from './load.js';
import { measureChanges, presentPosition } from './graph/changes.js';
import { measureHistory } from './graph/history.js';
import { measureLists } from './graph/lists.js';
import { linkSubjects, measureQuestions, subjectOf } from './graph/questions.js';
import { median } from './measure.js';
import { head, row } from '../table.js';

/**
 * Measures the graph of units through the public interface: import, change feed, walks, lists, visibility, summaries,
 * previews of bulk commands, history, links and moves. An unexpected answer ends it with an error.
 */
const children = 10;
const depth = Number(process.env.BENCH_DEPTH || 6);
const linkCount = Number(process.env.BENCH_LINKS || 10_000);
const thingCount = Number(process.env.BENCH_THINGS || 10_000);
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const concurrency = 64;
const batchSize = 1_000;

const leafCount = children ** depth;
const unitCount = (children * leafCount - 1) / (children - 1);
/** One leaf out of this many holds a thing. */
const leavesPerThing = Math.max(1, Math.floor(leafCount / thingCount));
const redis = await startRedis();
const stack = await startStack({
  environment: { RATE_LIMIT_PER_MINUTE: '0', ...(redis && { REDIS_URL: redis.url }) },
});
const account = newAccount(stack, { lifetimeSeconds: 6 * 3_600 });
const print = (text: string) => process.stdout.write(`${text}\n`);
const target = { address: stack.address, token: account.token };
let failure: unknown;
try {
  const from = await presentPosition({ account });
  const things = await createThings();
  await measureImport(things);
  const path = await findPath();
  const graph = { account, path, print };
  const counts = { units: unitCount, things: things.length, subject: subjectOf(0) };
  await measureChanges(graph, from, counts);
  await measurePages(path);
  await measureLists(path, { get: getAny, leaves: unitCount, print });
  await linkSubjects(graph, target, await list('/units?type=unit', linkCount));
  await measureQuestions(graph);
  await measureHistory(graph, target, things);
  await measureLinks();
  await measureMoves(path);
} catch (error) {
  failure = error;
} finally {
  await stack.stop();
  stack.clear();
  await redis?.stop();
}
if (failure) throw failure;
process.exit(0);

/** Creates the things of the leaves; returns their ids. */
async function createThings(): Promise<string[]> {
  let number = 0;
  const { perSecond } = await load({
    ...target,
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
  return list('/things?limit=1000');
}

function newThing(number: number) {
  return {
    title: `meter ${number}`,
    '@type': 'TemperatureSensor',
    properties: {
      temperature: { type: 'number', unit: 'degree Celsius', value: 15 + (number % 100) / 10 },
      level: { type: 'number', value: number % 100 },
    },
  };
}

/**
 * Imports the tree, in which unit `n` is line `n` and its parent line `floor((n - 2) / 10) + 1`, with things in
 * its leaves.
 */
async function measureImport(things: string[]): Promise<void> {
  const startedAt = performance.now();
  const upload = httpRequest(`${stack.address}/api/v1/units/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/x-ndjson',
    },
  });
  const answered = once(upload, 'response');
  const batch = 1_000;
  for (let first = 1; first <= unitCount; first += batch) {
    const numbers = Array.from(
      { length: Math.min(batch, unitCount - first + 1) },
      (_, n) => first + n,
    );
    const text = numbers.map((number) => `${JSON.stringify(lineOf(number, things))}\n`).join('');
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

interface Answer {
  items: string[];
  next: string | undefined;
}

async function get(path: string): Promise<Answer> {
  const { status, body, headers } = await account.request('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return {
    items: (body as { href: string }[]).map(({ href }) => href.split('/').pop()!),
    next: /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1],
  };
}

/** A page of a list, or one resource. */
async function getAny(path: string): Promise<{ count: number; next: string | undefined }> {
  const { status, body, headers } = await account.request('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return {
    count: Array.isArray(body) ? body.length : 1,
    next: /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1],
  };
}

/** The ids of a list, from its beginning. */
async function list(first: string, count = Infinity): Promise<string[]> {
  const found: string[] = [];
  for (let path: string | undefined = first; path && found.length < count;) {
    const { items, next }: Answer = await get(path);
    found.push(...items);
    path = next;
  }
  return found;
}

/** The first units of each level, from the root to a leaf. */
async function findPath(): Promise<string[]> {
  const path = (await get('/units?type=root')).items;
  while (path.length <= depth) path.push((await get(`/units/${path.at(-1)}/children`)).items[0]!);
  return path;
}

/** Reads every page below each unit of a path, and all units above its end. */
async function measurePages(path: string[]): Promise<void> {
  print(`\n${head(['walk', 'found', 'pages', 'first', 'median', 'last', 'longest'])}`);
  for (const [level, unit] of path.slice(0, -1).entries()) {
    const below = (children ** (depth - level + 1) - 1) / (children - 1) - 1;
    await walk('descendants', `/units/${unit}/descendants`, below);
    const leavesBelow = children ** (depth - level);
    const thingsBelow = Math.ceil(leavesBelow / leavesPerThing);
    await walk(`things below ${below} units`, `/units/${unit}/things?below=true`, thingsBelow);
  }
  await walk('ancestors', `/units/${path.at(-1)}/ancestors`, depth);
}

async function walk(name: string, first: string, expected: number): Promise<void> {
  const times: number[] = [];
  const found = new Set<string>();
  for (let path: string | undefined = first; path;) {
    const startedAt = performance.now();
    const { items, next }: Answer = await get(path);
    times.push(performance.now() - startedAt);
    for (const item of items) found.add(item);
    path = next;
  }
  if (found.size !== expected) throw new Error(`${first}: ${found.size} of ${expected}.`);
  const figures = [times[0]!, median(times), times.at(-1)!, Math.max(...times)];
  const shown = figures.map((time) => `${time.toFixed(1)} ms`);
  print(row([name, expected, times.length, ...shown]));
}

async function change(method: string, path: string, expected: number, id?: string): Promise<void> {
  const options = id === undefined ? {} : { body: { id } };
  const { status, body } = await account.request(method, path, options);
  if (status !== expected) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
}

/** Gives leaves further parents, one a request and in batches. */
async function measureLinks(): Promise<void> {
  const units = await list('/units?type=unit', 4 * linkCount);
  const pairs = units
    .slice(0, 2 * linkCount)
    .map((parent, n) => ({ parent, unit: units[2 * linkCount + n]! }));
  const single = pairs.slice(0, linkCount).values();
  const alone = await load({
    ...target,
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
    ...target,
    inFlight: 2,
    stop: { requests: Math.ceil(linkCount / batchSize) },
    next() {
      const items = pairs.slice(first, (first += batchSize));
      return { method: 'POST', path: '/units/links/batch', body: { items } };
    },
  });
  const last = pairs.at(-1)!;
  const { items: parents } = await get(`/units/${last.unit}/parents`);
  if (!parents.includes(last.parent)) throw new Error('A link of a batch was not made.');
  const perSecond = Math.round(together.perSecond * batchSize);
  print(`links in batches of ${batchSize}, two in flight: ${perSecond} a second`);
}

/** Moves the subtree of a hundredth of all units back and forth, and reads each move at once. */
async function measureMoves(path: string[]): Promise<void> {
  const [root, district, subtree] = path as [string, string, string];
  const times: Record<'unlink' | 'link', number[]> = { unlink: [], link: [] };
  const { items } = await get(`/units/${root}/children`);
  const other = items.at(-1)!;
  for (let round = 0; round < 2 * rounds; round += 1) {
    const [from, to] = round % 2 === 0 ? [district, other] : [other, district];
    times.unlink.push(
      1000 * (await timed(() => change('DELETE', `/units/${from}/children/${subtree}`, 204))),
    );
    times.link.push(
      1000 * (await timed(() => change('POST', `/units/${to}/children`, 201, subtree))),
    );
    const { items: moved } = await get(`/units/${to}/children`);
    if (!moved.includes(subtree)) throw new Error('What was written is not read.');
    await pause(10);
  }
  const unlink = median(times.unlink).toFixed(1);
  const link = median(times.link).toFixed(1);
  print(
    `moving a subtree of ${(children ** (depth - 1) - 1) / (children - 1)} units: unlink ${unlink} ms, link ${link} ms`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
