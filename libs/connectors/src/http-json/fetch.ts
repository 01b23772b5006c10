import {
  ConnectorFailure,
  requireSameDevice,
  Unavailable,
  type HttpAnswer,
  nextLink,
  shownAddress,
  withAddress,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { z } from 'zod';
import { jsonOf } from './answer.js';
import { readVariables, type Compiled } from './compile.js';
import { chainOf } from './description/each.js';
import type { Request, Paging } from './description/requests.js';
import { rulesOf } from './failures.js';
import { isTooLarge } from './json-path.js';
import { makeLists } from './lists.js';
import { nothingOf } from './nothing.js';
import { CutShort, type PollBudget } from './budget.js';
import type { Remote } from './remote.js';
import type { Variables } from './template.js';

export interface Page {
  root: unknown;
  variables: Variables;
  /** The item that it was requested for. */
  item?: unknown;
  /** The address that answered. */
  address?: string | undefined;
}

export interface Failed extends Pick<Page, 'variables' | 'item'> {
  request: string;
  failure: ConnectorFailure;
}

/** An item that a request is sent for, and what its variables are then. */
type Item = Pick<Page, 'item' | 'variables'>;

export interface Received {
  pages: Map<string, Page[]>;
  failed: Failed[];
}

export const nothingReceived = (): Received => ({ pages: new Map(), failed: [] });

const concurrency = 4;

/** The most items for which a request is sent; it fails for further ones. */
const maxItems = 200;
const maxKnownItems = 10_000;

/**
 * Sends the requests that the devices of the description need, directly or for each item of another, the outermost
 * first. `received` has what was answered before it throws.
 */
export async function fetchAll(remote: Remote, received = nothingReceived()): Promise<Received> {
  const { requests, devices, identity } = remote.description;
  const { pages, failed } = received;
  const chains = devices.map(({ request }) => chainOf(requests, request));
  const first = new Set(chains.map(([outermost]) => outermost!));
  if (identity) first.add(identity.request);
  const attempt = async (name: string, { item, variables }: Item): Promise<Page[]> => {
    const read: Page[] = [];
    try {
      await readPages(remote, { name, request: requests[name]!, variables }, read);
    } catch (failure) {
      if (!(failure instanceof ConnectorFailure) || remote.isTokenRefused(failure)) throw failure;
      failed.push({ request: name, variables, item, failure });
    }
    return read.map((page) => Object.assign(page, { item }));
  };
  const attemptFirst = async (name: string) => {
    pages.set(name, await attempt(name, { variables: remote.parameters }));
  };
  await pMap([...first], attemptFirst, { concurrency });
  if (identity) await requireIdentified(remote, identity, { pages, failed });
  for (const name of new Set(chains.flat())) {
    const { each } = requests[name]!;
    if (!each) continue;
    const items = itemsOf(remote, each, pages.get(each.request) ?? []);
    const found = await pMap(items.slice(0, maxItems), (item) => attempt(name, item), {
      concurrency,
    });
    pages.set(name, found.flat());
    for (const item of items.slice(maxItems)) {
      failed.push({ request: name, ...item, failure: tooManyItems });
    }
  }
  return received;
}

/** Reads which device answers, before a command is sent. Throws `AnotherDevice` unless it is the one as before. */
export async function requireIdentity(remote: Remote): Promise<void> {
  const { identity, requests } = remote.description;
  if (!identity) return;
  const { request: name } = identity;
  const read: Page[] = [];
  await readPages(remote, { name, request: requests[name]!, variables: remote.parameters }, read);
  await requireIdentified(remote, identity, { pages: new Map([[name, read]]), failed: [] });
}

const deviceId = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().min(1).max(512));

/** Throws `AnotherDevice` unless the device is the one that answered at first, which has to be known. */
async function requireIdentified(
  { compiled, budget, memory }: Remote,
  { request, value }: { request: string; value: string },
  { pages, failed }: Received,
): Promise<void> {
  const [page] = pages.get(request) ?? [];
  if (!page) throw failed.find((one) => one.request === request)?.failure ?? notIdentified(value);
  const { data: id } = deviceId.safeParse(compiled.path(value).select(page.root, { budget })[0]);
  if (id === undefined) {
    throw notIdentified(value);
  }
  await requireSameDevice(memory, 'device', id);
}

const notIdentified = (path: string) =>
  new Unavailable('The answer does not say which device it is: `identity` finds no id.', {
    cause: 'unexpected_form',
    path,
  });

const tooManyItems = new CutShort(`A request is sent for at most ${maxItems} items.`);

function itemsOf(
  { compiled, budget, description }: Remote,
  { request, items, variables: sources }: NonNullable<Request['each']>,
  pages: Page[],
): Item[] {
  const nothing = nothingOf(description, request);
  const found: Item[] = [];
  for (const { root, variables } of pages) {
    const max = maxKnownItems - found.length;
    if (max <= 0) break;
    for (const entity of compiled.path(items).select(root, { budget, max })) {
      const known = readVariables(sources, { compiled, budget, entity, variables, nothing });
      found.push({ item: entity, variables: known });
    }
  }
  return found;
}

/** Reads all pages of a request into `read`, which retains those before a failure. */
async function readPages(
  remote: Remote,
  { name, request, variables }: { name: string; request: Request; variables: Variables },
  read: Page[],
): Promise<void> {
  const { compiled, budget, addressOf, send, description } = remote;
  const { method, path, headers, body, body_as, answer_as, paging } = request;
  const rules = rulesOf(request, description.failures);
  let next: NextPage | undefined = { variables: firstPage(paging) };
  for (let index = 0; next; index += 1) {
    if (index >= (paging?.max_pages ?? 1)) {
      throw new Unavailable(`There are more than ${index} pages, the maximum.`, {
        cause: 'too_much_to_read',
      });
    }
    const all: Variables =
      'variables' in next ? Object.assign({}, variables, next.variables) : variables;
    const url: URL = 'url' in next ? next.url : addressOf(path, all);
    // Without a cursor yet, a body has no member for it.
    const unset = paging && 'variable' in paging ? { [paging.variable]: undefined } : {};
    const outgoing = {
      name,
      method,
      url,
      headers,
      body,
      body_as,
      answer_as,
      variables: { ...unset, ...all },
      item: variables,
      rules,
    };
    const answer = await send(outgoing);
    if (!answer) return;
    try {
      const root = jsonOf(answer);
      makeLists(root, request.lists, { compiled, budget });
      const { address } = answer;
      read.push({ root: await transformed(remote, request, root), variables, address });
      next = nextPage(paging, { answer, root, url, index, compiled, budget });
    } catch (failure) {
      throw failure instanceof ConnectorFailure ? withAddress(failure, shownAddress(url)) : failure;
    }
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
    throw new Unavailable('The transformation makes nothing, or too much, of an answer.', {
      cause: 'unexpected_form',
    });
  }
  return result;
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
      if (paging.more !== undefined && at(paging.more) !== true) return undefined;
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
  if (!URL.canParse(given, url)) {
    throw new Unavailable('The address of a page is not valid.', {
      cause: 'unexpected_form',
      address: shownAddress(url),
    });
  }
  return { url: new URL(given, url) };
}
