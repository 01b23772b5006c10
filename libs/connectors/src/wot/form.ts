import { z } from 'zod';

const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** How to reach one ability of a thing. */
export interface Form {
  /** Absolute, http or https. */
  href: string;
  method: Method;
  headers: Record<string, string>;
  /** Media type of what is sent. */
  contentType: string;
  /** What is read and written is wrapped in an object under this name (WebThings). */
  wrappedIn?: string;
}

const header = z.looseObject({ 'htv:fieldName': z.string(), 'htv:fieldValue': z.string() });

/** A form of a Thing Description 1.1 (section 5.3.4.2), with the terms of HTTP (Binding Templates). */
const described = z.looseObject({
  href: z.string(),
  op: z.union([z.string(), z.array(z.string())]).optional(),
  contentType: z.string().optional(),
  subprotocol: z.string().optional(),
  'htv:methodName': z.string().optional(),
  'htv:headers': z.array(header).optional().catch(undefined),
});

/** What a client of ours must not be made to send. */
const ownHeaders = new Set([
  ...['authorization', 'cookie', 'host', 'content-length', 'content-type', 'transfer-encoding'],
  ...['connection', 'proxy-authorization', 'upgrade', 'expect', 'te', 'trailer'],
]);

const defaultMethods: Record<string, Method> = {
  writeproperty: 'PUT',
  invokeaction: 'POST',
};

/**
 * The form for an operation that plain HTTP and JSON can serve, of several the first at the origin of
 * the description. Forms that do not say what they are for are for `defaults`.
 */
export function formFor(
  operation: string,
  forms: unknown,
  { base, defaults }: { base: string; defaults: string[] },
): Form | undefined {
  if (!Array.isArray(forms)) return undefined;
  const usable = forms.flatMap((given) => usableForm(operation, given, { base, defaults }));
  const { origin } = new URL(base);
  return usable.find(({ href }) => new URL(href).origin === origin) ?? usable[0];
}

function usableForm(
  operation: string,
  given: unknown,
  { base, defaults }: { base: string; defaults: string[] },
): Form[] {
  const { data } = described.safeParse(given);
  if (!data || data.subprotocol !== undefined) return [];
  const contentType = data.contentType ?? 'application/json';
  if (!/^(application\/([\w.-]+\+)?json|text\/plain)/.test(contentType)) return [];
  if (!(data.op === undefined ? defaults : [data.op].flat()).includes(operation)) return [];
  const href = absolute(data.href, base);
  if (href === undefined) return [];
  const named = methods.find((method) => method === data['htv:methodName']);
  const method = named ?? defaultMethods[operation] ?? 'GET';
  return [{ href, method, headers: headersOf(data['htv:headers'] ?? []), contentType }];
}

/** An address that is http or https once it is resolved; variables in it are left open (RFC 6570). */
export function absolute(href: string, base: string): string | undefined {
  const plain = href.replaceAll(/\{[^{}]*\}/g, '');
  if (!URL.canParse(plain, base)) return undefined;
  const url = new URL(plain, base);
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

function headersOf(given: z.infer<typeof header>[]): Record<string, string> {
  const sendable = given
    .map((one) => [one['htv:fieldName'].toLowerCase(), one['htv:fieldValue']] as const)
    .filter(([name, value]) => /^[\w-]{1,64}$/.test(name) && /^[\x20-\x7e]{0,1024}$/.test(value))
    .filter(([name]) => !ownHeaders.has(name));
  return Object.fromEntries(sendable);
}
