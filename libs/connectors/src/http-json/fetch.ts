import { ConnectorFailure, Unavailable, type HttpAnswer, nextLink } from '@trellis/connector-sdk';
import pMap from 'p-map';
import { readVariables, type Compiled } from './compile.js';
import type { Request, Paging } from './description/requests.js';
import { isTooLarge } from './json-path.js';
import { CutShort, type PollBudget } from './budget.js';
import { jsonOf, type Remote } from './remote.js';
import type { Variables } from './template.js';

export interface Page {
  root: unknown;
  variables: Variables;
}

export interface Failed {
  request: string;
  variables: Variables;
  failure: ConnectorFailure;
}

export interface Received {
  pages: ReadonlyMap<string, Page[]>;
  failed: Failed[];
}

const concurrency = 4;

/** The most items for which a request is sent; it fails for further ones. */
const maxItems = 200;
const maxKnownItems = 10_000;

/** Sends the requests that the devices of the description need, directly or for each item of another. */
export async function fetchAll(remote: Remote): Promise<Received> {
  const { requests, devices } = remote.description;
  const failed: Failed[] = [];
  const pages = new Map<string, Page[]>();
  const needed = new Set(devices.map(({ request }) => request));
  const first = new Set([...needed].map((name) => requests[name]!.each?.request ?? name));
  const attempt = async (name: string, variables: Variables): Promise<Page[]> => {
    const read: Page[] = [];
    try {
      await readPages(remote, { request: requests[name]!, variables }, read);
    } catch (failure) {
      if (!(failure instanceof ConnectorFailure)) throw failure;
      failed.push({ request: name, variables, failure });
    }
    return read;
  };
  const attemptFirst = async (name: string) => {
    pages.set(name, await attempt(name, remote.parameters));
  };
  await pMap([...first], attemptFirst, { concurrency });
  for (const name of needed) {
    const { each } = requests[name]!;
    if (!each) continue;
    const items = itemsOf(remote, each, pages.get(each.request) ?? []);
    const found = await pMap(items.slice(0, maxItems), (item) => attempt(name, item), {
      concurrency,
    });
    pages.set(name, found.flat());
    for (const variables of items.slice(maxItems)) {
      failed.push({ request: name, variables, failure: tooManyItems });
    }
  }
  return { pages, failed };
}

const tooManyItems = new CutShort(`A request is sent for at most ${maxItems} items.`);

function itemsOf(
  { compiled, budget }: Remote,
  { items, variables: sources }: NonNullable<Request['each']>,
  pages: Page[],
): Variables[] {
  return pages.flatMap(({ root, variables }) =>
    compiled
      .path(items)
      .select(root, { budget, max: maxKnownItems })
      .map((entity) => readVariables(sources, { compiled, budget, entity, variables })),
  );
}

/** Reads all pages of a request into `read`, which retains those before a failure. */
async function readPages(
  remote: Remote,
  { request, variables }: { request: Request; variables: Variables },
  read: Page[],
): Promise<void> {
  const { compiled, budget, addressOf, send } = remote;
  const { method, path, headers, body, paging, error } = request;
  let next: NextPage | undefined = { variables: firstPage(paging) };
  for (let index = 0; next; index += 1) {
    if (index >= (paging?.max_pages ?? 1)) {
      throw new Unavailable(`There are more than ${index} pages, the maximum.`);
    }
    const all: Variables =
      'variables' in next ? Object.assign({}, variables, next.variables) : variables;
    const url: URL = 'url' in next ? next.url : addressOf(path, all);
    const answer = await send({ method, url, headers, body, variables: all });
    const root = jsonOf(answer);
    if (error !== undefined) requireNoError(remote, error, root);
    read.push({ root: await transformed(remote, request, root), variables });
    next = nextPage(paging, { answer, root, url, index, compiled, budget });
    await budget.pause();
  }
}

async function transformed(
  { compiled, budget }: Remote,
  { transform }: Request,
  root: unknown,
): Promise<unknown> {
  if (transform === undefined) return root;
  const result = await compiled.expression(transform).evaluate(root, { budget });
  if (result === undefined || isTooLarge(result)) {
    throw new Unavailable('The transformation makes nothing, or too much, of an answer.');
  }
  return result;
}

function requireNoError({ compiled, budget }: Remote, path: string, root: unknown): void {
  const [found] = compiled.path(path).select(root, { budget });
  if (found !== undefined && found !== null) throw new Unavailable('The API reports an error.');
}

/** The next page: its address, or further variables of the request. */
type NextPage = { url: URL } | { variables: Variables };

function firstPage(paging: Paging | undefined): Variables {
  return paging?.by === 'number' ? { [paging.variable]: paging.start } : {};
}

interface PageEnd {
  answer: HttpAnswer;
  root: unknown;
  url: URL;
  /** The number of this page, from 0. */
  index: number;
  compiled: Compiled;
  budget: PollBudget;
}

/** Returns the page after a response; undefined after the last one. */
function nextPage(
  paging: Paging | undefined,
  { answer, root, url, index, compiled, budget }: PageEnd,
): NextPage | undefined {
  if (!paging) return undefined;
  const at = (path: string) => compiled.path(path).select(root, { budget })[0];
  switch (paging.by) {
    case 'link':
      return addressOf(nextLink(answer.headers.link), url);
    case 'address':
      return addressOf(at(paging.at), url);
    case 'cursor': {
      const cursor = at(paging.at);
      const isCursor = typeof cursor === 'number' || (typeof cursor === 'string' && cursor !== '');
      return isCursor ? { variables: { [paging.variable]: cursor } } : undefined;
    }
    case 'number': {
      const { variable, start, step, items } = paging;
      if (at(items) === undefined) return undefined;
      return { variables: { [variable]: start + (index + 1) * step } };
    }
  }
}

function addressOf(given: unknown, url: URL): NextPage | undefined {
  if (typeof given !== 'string' || given === '') return undefined;
  if (!URL.canParse(given, url)) throw new Unavailable('The address of a page is not valid.');
  return { url: new URL(given, url) };
}
