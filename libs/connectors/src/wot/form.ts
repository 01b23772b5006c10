import { z } from 'zod';
import { absolute, byOwnName, keyPlaceholder, originOf, type Home } from './address.js';
import { canServe, isOpen, namesOf, type DescribedSecurity } from './security.js';
import { expand, namesIn } from './uri-variables.js';

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
export type Operation =
  | 'readproperty'
  | 'writeproperty'
  | 'writemultipleproperties'
  | 'invokeaction'
  | 'readallproperties'
  | 'readmultipleproperties'
  | 'observeproperty'
  | 'observeallproperties'
  | 'subscribeevent'
  | 'subscribeallevents';

/** The subprotocols for events over HTTP (Thing Description 1.1, section 5.3.4.2); the best first. */
const subprotocols = ['sse', 'longpoll'] as const;

export interface Form {
  /** Absolute, http or https. */
  href: string;
  method: Method;
  headers: Record<string, string>;
  contentType: string;
  accept: string;
  isOpen: boolean;
  /** Values are wrapped in an object under this name (WebThings). */
  wrappedIn?: string;
  /** The subprotocol of a form for subscriptions; `webthing` is the WebSocket of WebThings. */
  subprotocol?: (typeof subprotocols)[number] | 'webthing';
}

export interface Surroundings {
  /** Relative addresses are resolved against it. */
  base: string;
  home: Home;
  security: DescribedSecurity;
  /** Values of `uriVariables`. */
  variables: Record<string, unknown>;
}

const header = z.looseObject({ 'htv:fieldName': z.string(), 'htv:fieldValue': z.string() });

/** A form of a Thing Description 1.1 (section 5.3.4.2), with the terms of HTTP (Binding Templates). */
const described = z.looseObject({
  href: z.string(),
  op: z.union([z.string(), z.array(z.string())]).optional(),
  contentType: z.string().default('application/json'),
  contentCoding: z.undefined().optional(),
  subprotocol: z.string().optional(),
  security: z.unknown().optional(),
  response: z.looseObject({ contentType: z.string() }).optional().catch(undefined),
  'htv:methodName': z.string().optional(),
  'htv:headers': z.array(header).optional().catch(undefined),
});

/** The methods for an operation, the default first; a description must not be able to make a read change anything. */
const methods: Record<Operation, [Method, ...Method[]]> = {
  readproperty: ['GET'],
  readallproperties: ['GET'],
  readmultipleproperties: ['GET'],
  observeproperty: ['GET'],
  observeallproperties: ['GET'],
  subscribeevent: ['GET'],
  subscribeallevents: ['GET'],
  writeproperty: ['PUT', 'POST', 'PATCH'],
  writemultipleproperties: ['PUT', 'POST', 'PATCH'],
  invokeaction: ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'],
};

const maxForms = 64;
const maxUsableForms = 4;

/**
 * Returns the forms for an operation that plain HTTP with JSON or text can serve. Those at the user's server, and
 * those for which the user has the credentials, come first. Forms without `op` are for `defaults` (section 5.4).
 */
export function formsFor(
  operation: Operation,
  given: unknown,
  around: Surroundings,
  defaults: Operation[] = [],
  isServed: (mediaType: string) => boolean = isPlain,
): Form[] {
  if (!Array.isArray(given)) return [];
  const ranked = given
    .slice(0, maxForms)
    .flatMap((one) => usable(operation, one, around, { defaults, isServed }))
    .sort((one, other) => other.rank - one.rank);
  const byAddress = new Map(ranked.toReversed().map(({ form }) => [form.href, form]));
  return [...byAddress.values()].toReversed().slice(0, maxUsableForms);
}

function usable(
  operation: Operation,
  given: unknown,
  { base, home, security, variables }: Surroundings,
  { defaults, isServed }: { defaults: Operation[]; isServed: (mediaType: string) => boolean },
): { form: Form; rank: number }[] {
  const { data } = described.safeParse(given);
  if (!data || !(data.op === undefined ? defaults : [data.op].flat()).includes(operation))
    return [];
  const accept = data.response?.contentType ?? data.contentType;
  const isLasting = /^(observe|subscribe)/.test(operation);
  const subprotocol = subprotocols.find((one) => one === data.subprotocol);
  if (isLasting ? !subprotocol : data.subprotocol !== undefined) return [];
  const isReceiving = isLasting || operation.startsWith('read');
  if (!isServed(isReceiving ? accept : data.contentType)) return [];
  const named = data['htv:methodName']?.toUpperCase();
  const method = methods[operation].find((one) => named === undefined || one === named);
  const { keyVariable } = home;
  const hasKey = keyVariable !== undefined && namesIn(data.href).includes(keyVariable);
  const known = hasKey ? { ...variables, [keyVariable]: keyPlaceholder } : variables;
  const expanded = expand(data.href, known);
  const href = expanded === undefined ? undefined : absolute(expanded, base);
  if (!method || href === undefined) return [];
  const own = namesOf(data.security);
  const form = {
    href: byOwnName(href, home),
    method,
    headers: headersOf(data['htv:headers'] ?? []),
    contentType: data.contentType,
    accept: isPlain(accept) ? accept : 'application/json',
    isOpen: isOpen(security, own),
    subprotocol,
  };
  if (hasKey && (form.isOpen || originOf(form.href) !== home.origin)) return [];
  const rank =
    (originOf(form.href) === home.origin ? 4 : 0) +
    (canServe(security, own, home) ? 2 : 0) +
    (originOf(form.href) === originOf(base) ? 1 : 0) +
    (subprotocol === subprotocols[0] ? 0.5 : 0);
  return [{ form, rank }];
}

/** Returns whether a media type is JSON or text, and valid in a header. */
const isPlain = (type: string): boolean =>
  /^(application\/([\w.-]{1,64}\+)?json|text\/plain)\s*(;[\x20-\x7e]{0,128})?$/i.test(type);

/** Returns whether a media type is that of pictures, sounds or streams, such as `multipart/x-mixed-replace`. */
export const isMedia = (type: string): boolean =>
  /^(image|audio|video|multipart)\/[\w.+-]{1,64}\s*(;[\x20-\x7e]{0,128})?$/i.test(type);

/** Headers that a description must not set: credentials, and those that HTTP itself uses. */
const refusedHeaders =
  /^(authorization|cookie|host|origin|referer|user-agent|connection|upgrade|expect|te|trailer|via|keep-alive|(content|proxy|sec|x-forwarded|transfer|accept)-.*|forwarded)$/;

function headersOf(given: z.infer<typeof header>[]): Record<string, string> {
  const sendable = given
    .slice(0, 16)
    .map((one) => [one['htv:fieldName'].toLowerCase(), one['htv:fieldValue']] as const)
    .filter(([name, value]) => /^[\w-]{1,64}$/.test(name) && /^[\x20-\x7e]{0,1024}$/.test(value))
    .filter(([name]) => !refusedHeaders.test(name));
  return Object.fromEntries(sendable);
}
