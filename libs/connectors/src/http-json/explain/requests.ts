import type { ConnectorFailure } from '@trellis/connector-sdk';
import type { Request } from '../description/requests.js';
import type { Failed, Page, Received } from '../fetch.js';
import { isTooLarge } from '../json-path.js';
import type { Seen } from '../sender.js';
import type { Lookup, Subject } from './lookup.js';

/** The most items of a list whose variables are looked up. */
const maxItems = 200;

/** Explains each request of a poll: the answers, and what its own paths find in them. */
export async function explainRequests(lookup: Lookup, { pages, failed }: Received): Promise<void> {
  const { remote } = lookup;
  const { requests, identity } = remote.description;
  for (const [name, request] of Object.entries(requests)) {
    if (request.each) explainItems(lookup, name, request.each, pages.get(request.each.request));
    const left = failed.filter((one) => one.request === name);
    for (const seen of remote.seen ?? []) {
      if (seen.request === name) await explainAnswer(lookup, request, seen, failureOf(seen, left));
    }
    for (const { failure } of left) addFailed(lookup, name, failure);
    if (identity?.request === name) {
      for (const { root, variables } of pages.get(name) ?? []) {
        const found = lookup.path('identity.value', identity.value, { value: root, variables });
        lookup.require('identity.value', found.length > 0);
      }
    }
  }
  lookup.settle();
}

/** Takes the failure that this answer has caused, which was its request's last. */
function failureOf({ answer, variables }: Seen, left: Failed[]): ConnectorFailure | undefined {
  const index = left.findIndex(
    (one) => one.variables === variables && one.failure.facts.address === answer.address,
  );
  return index < 0 ? undefined : left.splice(index, 1)[0]!.failure;
}

function addFailed({ explain }: Lookup, request: string, { message, facts }: ConnectorFailure) {
  const { address, status } = facts;
  explain.answered({ request, address, status, error: message });
  explain.stopped(`requests.${request}`, message);
}

async function explainAnswer(
  lookup: Lookup,
  request: Request,
  { request: name, answer, variables }: Seen,
  failure: ConnectorFailure | undefined,
): Promise<void> {
  const { explain } = lookup;
  const { address, status, text, headers } = answer;
  const value = valueIn(answer);
  const shown = { request: name, address, status, text, headers, value, error: failure?.message };
  const at = `requests.${name}`;
  const isRefused = failure !== undefined && answer.status >= 300;
  if (value === undefined || isRefused || isTooLarge(value)) {
    explain.answered(shown);
    if (failure) explain.stopped(at, failure.message);
    return;
  }
  const subject = { value, variables };
  if (request.error !== undefined) {
    const [reported] = lookup.path(`${at}.error`, request.error, subject);
    if (reported !== undefined && reported !== null) {
      explain.stopped(`${at}.error`, 'The API reports an error.');
    }
  }
  const transformed = await explainTransform(lookup, `${at}.transform`, request, subject);
  explain.answered(Object.assign(shown, { transformed }));
  explainPaging(lookup, `${at}.paging`, request, subject);
  if (failure) explain.stopped(at, failure.message);
}

function valueIn(answer: Seen['answer']): unknown {
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}

async function explainTransform(
  lookup: Lookup,
  at: string,
  { transform }: Request,
  subject: Subject,
): Promise<unknown> {
  if (transform === undefined) return undefined;
  const result = await lookup.expression(at, transform, subject);
  if (result === undefined) lookup.explain.stopped(at, 'It makes nothing of the answer.');
  return result;
}

function explainPaging(lookup: Lookup, at: string, { paging }: Request, subject: Subject): void {
  if (paging?.by === 'number') lookup.path(`${at}.items`, paging.items, subject);
  if (paging?.by === 'address' || paging?.by === 'cursor') {
    lookup.path(`${at}.at`, paging.at, subject);
  }
  if (paging?.by === 'cursor' && paging.more !== undefined) {
    lookup.path(`${at}.more`, paging.more, subject);
  }
}

function explainItems(
  lookup: Lookup,
  name: string,
  { items: path, variables: sources }: NonNullable<Request['each']>,
  pages: readonly Page[] = [],
): void {
  const at = `requests.${name}.each`;
  for (const { root, variables } of pages) {
    const items = lookup.path(`${at}.items`, path, { value: root, variables }, maxItems);
    lookup.require(`${at}.items`, items.length > 0);
    for (const value of items) {
      for (const [variable, source] of Object.entries(sources)) {
        lookup.source(`${at}.variables.${variable}`, source, { value, variables, within: path });
      }
    }
  }
}
