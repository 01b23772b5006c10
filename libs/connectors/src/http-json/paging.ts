import { type HttpAnswer, nextLink, Unavailable } from '@trellis/connector-sdk';
import type { Compiled } from './compile.js';
import type { Paging } from './description/requests.js';
import type { PollBudget } from './budget.js';
import type { Variables } from './template.js';

/** The next page: its address, or further variables of the request. */
export type NextPage = { url: URL } | { variables: Variables };

/** Returns the further variables of the first page. */
export function firstPage(paging: Paging | undefined): Variables {
  return paging?.by === 'number' ? { [paging.variable]: paging.start } : {};
}

interface Received {
  answer: HttpAnswer;
  root: unknown;
  url: URL;
  /** The number of this page, from 0. */
  index: number;
  compiled: Compiled;
  budget: PollBudget;
}

/** Returns the page after a response; undefined after the last one. */
export function nextPage(
  paging: Paging | undefined,
  { answer, root, url, index, compiled, budget }: Received,
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
