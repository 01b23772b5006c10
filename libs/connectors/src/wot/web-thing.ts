import { z } from 'zod';
import { absolute, byOwnName } from './address.js';
import type { Form, Method, Surroundings } from './form.js';

/** A link of a WebThing (https://webthings.io/api), in place of forms; its values are wrapped under their name. */
const link = z.looseObject({ rel: z.string().optional(), href: z.string() });

export function allValuesOf(terms: Record<string, unknown>, around: Surroundings): Form[] {
  const href = linkOf(terms, 'properties');
  return href === undefined ? [] : linked(href, 'GET', around);
}

export function linkedForms(
  terms: Record<string, unknown>,
  { name, relation, method }: { name: string; relation: 'property' | 'action'; method: Method },
  around: Surroundings,
): Form[] {
  // The first servers had `href` in the schema itself, and links without a relation.
  const href = linkOf(terms, relation) ?? linkOf(terms, undefined) ?? terms.href;
  if (typeof href !== 'string') return [];
  return linked(href, method, around).map((form) => ({ ...form, wrappedIn: name }));
}

/** Returns the form of the WebSocket that reports the values and events of a thing. */
export function socketOf(terms: Record<string, unknown>, around: Surroundings): Form[] {
  const href = linkOf(terms, 'alternate', /^wss?:/i);
  if (href === undefined || !URL.canParse(href)) return [];
  // Its server derives it as it does the base.
  const address = href.replace(/^ws/i, 'http');
  const own = new URL(address).hostname === new URL(around.base).hostname;
  const { pathname, search } = new URL(address);
  return linked(own ? `${pathname}${search}` : address, 'GET', around).map((form) => ({
    ...form,
    subprotocol: 'webthing',
  }));
}

function linkOf(
  terms: Record<string, unknown>,
  relation: string | undefined,
  scheme = /(?:)/,
): string | undefined {
  const links = Array.isArray(terms.links) ? terms.links.slice(0, 32) : [];
  const parsed = links.flatMap((one) => link.safeParse(one).data ?? []);
  return parsed.find(({ rel, href }) => rel === relation && scheme.test(href))?.href;
}

function linked(given: string, method: Method, { base, home }: Surroundings): Form[] {
  const href = absolute(given, base);
  if (href === undefined) return [];
  const json = 'application/json';
  const type = { contentType: json, accept: json };
  return [{ href: byOwnName(href, home), method, headers: {}, ...type, isOpen: false }];
}

/** Returns the base of a WebThing; its server derives a wrong one behind a proxy that terminates TLS. */
export function baseOfWebThing(base: string, address: string): string {
  const [described, requested] = [new URL(base), new URL(address)];
  const isProxied =
    described.hostname === requested.hostname && described.origin !== requested.origin;
  return isProxied ? `${requested.origin}${described.pathname}` : base;
}
