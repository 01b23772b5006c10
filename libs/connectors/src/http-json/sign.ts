import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto';
import { Misconfigured } from '@trellis/connector-sdk';
import type { Signing, signingVariables } from './description/signing.js';
import { fillText, type Variables } from './template.js';

/** How requests are signed for a client. */
export type SigningCredentials = Signing & { parameters: Variables };

/** The parts of a request that may be signed. */
export interface Signable {
  url: URL;
  method?: string | undefined;
  headers: Record<string, string>;
  /** Its body, which is sent as JSON. */
  json?: unknown;
  /** Its body, which is sent as a form. */
  body?: string;
}

/** Signs a request: returns its address and headers with what the description adds. */
export function sign(
  signing: SigningCredentials,
  request: Signable,
): Pick<Signable, 'url' | 'headers'> {
  const { algorithm, key, text, join, omits_empty, encoding, headers, query } = signing;
  const variables: Variables = { ...signing.parameters, ...variablesOf(signing, request) };
  const parts = text.map((part) => filled(part, variables));
  const signed = (omits_empty ? parts.filter((part) => part !== '') : parts).join(join);
  const digest = createHmac(algorithm, key).update(signed).digest();
  const signature = digest.toString(encoding === 'base64' ? 'base64' : 'hex');
  const all = {
    ...variables,
    signature: encoding === 'hex_upper' ? signature.toUpperCase() : signature,
  };
  const url = new URL(request.url);
  const added = Object.entries(query).map(
    ([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(filled(one, all))}`,
  );
  // The signature covers the query as it was encoded: `searchParams.append` would encode it again.
  url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  const ofSignature = Object.entries(headers).map(([name, one]) => [name, filled(one, all)]);
  return { url, headers: { ...request.headers, ...Object.fromEntries(ofSignature) } };
}

function variablesOf(
  { algorithm, timestamp, nonce }: Signing,
  { url, method = 'GET', json, body: form = '' }: Signable,
): Record<(typeof signingVariables)[number], string> {
  const query = url.search.slice(1);
  const body = json === undefined ? form : JSON.stringify(json);
  return {
    method,
    path: url.pathname,
    query,
    sorted_query: sorted(pairsOf(query)),
    body,
    sorted_body: sorted(json === undefined ? pairsOf(form) : pairsIn(json)),
    body_digest: createHash(algorithm).update(body).digest('hex'),
    timestamp: timestampOf(timestamp),
    nonce: nonce === 'uuid' ? randomUUID() : String(randomInt(100_000, 1_000_000)),
  };
}

/** Returns what is between the & of a query or form. */
const pairsOf = (text: string): string[] => text.split('&').filter((pair) => pair !== '');

function timestampOf(format: Signing['timestamp']): string {
  const now = Date.now();
  if (format === 'iso') return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return String(format === 'seconds' ? Math.floor(now / 1000) : now);
}

/** Joins `name=value` in the order of the names' code units, then of the values'. */
function sorted(pairs: string[]): string {
  const keyed = pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return { pair, name, value: rest.join('=') };
  });
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return keyed
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.value, other.value))
    .map(({ pair }) => pair)
    .join('&');
}

/** Returns the scalars in a body as `a.b[0]=value`. */
function pairsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pairsIn(one, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [`${at}=${String(value)}`];
  return Object.entries(value).flatMap(([name, one]) =>
    pairsIn(one, at === '' ? name : `${at}.${name}`),
  );
}

function filled(text: string, variables: Variables): string {
  const value = fillText(text, variables);
  if (value !== undefined) return value;
  throw new Misconfigured('What signs the requests is not complete.', {
    cause: 'configuration_incomplete',
  });
}
