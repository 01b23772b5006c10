import { nextLink } from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, byOwnName, type Home } from './address.js';
import { formsFor } from './form.js';
import { securityOf } from './security.js';
import { expand } from './uri-template.js';

/** A page of a list of things. */
export interface Page {
  /** Thing Descriptions, or addresses of them. */
  items: unknown[];
  /** The address of the next page. */
  next: string | undefined;
}

/** A directory of things (W3C WoT Discovery, section 7). */
export interface Directory {
  /** The address of its first page. */
  first: string;
  /** Returns the address of the description with this id, if the directory defines one. */
  of(id: string): string | undefined;
}

/** Parses a list of WoT Discovery: an array with a `Link` header, or a `ThingCollection`. */
export function pageOf(
  body: unknown,
  link: string | string[] | undefined,
  address: string,
): Page | undefined {
  if (Array.isArray(body)) return { items: body, next: nextOf(link, address) };
  const { data } = z
    .looseObject({ members: z.array(z.unknown()), next: z.string().optional().catch(undefined) })
    .safeParse(body);
  if (!data) return undefined;
  const next = data.next === undefined ? nextOf(link, address) : absolute(data.next, address);
  return { items: data.members, next };
}

export function nextOf(link: string | string[] | undefined, address: string): string | undefined {
  const href = nextLink(link);
  return href === undefined ? undefined : absolute(href, address);
}

const affordance = z.looseObject({
  forms: z.unknown().optional(),
  uriVariables: z
    .record(z.string(), z.looseObject({ default: z.unknown().optional() }))
    .optional()
    .catch({}),
});

const described = z.looseObject({
  '@type': z.union([z.string(), z.array(z.string())]),
  base: z.string().optional().catch(undefined),
  properties: z.looseObject({ things: affordance }),
  actions: z.looseObject({ retrieveThing: affordance.optional() }).optional().catch(undefined),
});

/** Parses a directory, which describes itself as a thing with a property `things` (section 7.3.2.1). */
export function directoryOf(body: unknown, address: string, home: Home): Directory | undefined {
  const { data } = described.safeParse(body);
  const types = data ? [data['@type']].flat() : [];
  if (!data || !types.some((type) => /(^|[:#/])ThingDirectory$/.test(type))) {
    return undefined;
  }
  const base = absolute(data.base ?? '', address) ?? address;
  const around = { base, home, security: securityOf(data.securityDefinitions, data.security) };
  const { things } = data.properties;
  const defaults = Object.entries(things.uriVariables ?? {}).map(([name, one]) => [
    name,
    one.default,
  ]);
  const variables = Object.fromEntries(defaults) as Record<string, unknown>;
  const forms = formsFor('readproperty', things.forms, { ...around, variables }, ['readproperty']);
  if (!forms[0]) return undefined;
  const template = z
    .tuple([z.looseObject({ href: z.string() })], z.unknown())
    .safeParse(data.actions?.retrieveThing?.forms).data?.[0].href;
  return {
    first: forms[0].href,
    of(id) {
      const href = template === undefined ? undefined : expand(template, { id });
      const resolved = href === undefined ? undefined : absolute(href, base);
      return resolved === undefined ? undefined : byOwnName(resolved, home);
    },
  };
}

/** Returns the address in an item that refers to a description, such as a `ThingLink`. */
export function addressOf(item: unknown, address: string): string | undefined {
  if (typeof item === 'string') {
    return /^(https?:\/)?\//i.test(item) ? absolute(item, address) : undefined;
  }
  const { data } = z
    .looseObject({
      '@type': z.union([z.string(), z.array(z.string())]),
      links: z.array(z.looseObject({ rel: z.string(), href: z.string() })),
    })
    .safeParse(item);
  if (!data || ![data['@type']].flat().some((type) => /(^|[:#/])ThingLink$/.test(type))) {
    return undefined;
  }
  const described = data.links.find(({ rel }) => rel === 'describedby');
  return described && absolute(described.href, address);
}
