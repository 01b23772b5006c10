import {
  actionAffordance,
  oneLine,
  propertyAffordance,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, formFor, type Form } from './form.js';

/** A property of a thing, and how to reach it. */
export interface Property {
  affordance: PropertyAffordance;
  read: Form | undefined;
  write: Form | undefined;
}

export interface Action {
  affordance: ActionAffordance;
  invoke: Form;
}

/** A thing as its description says. */
export interface DescribedThing {
  id: string;
  title: string;
  description: string | undefined;
  properties: Map<string, Property>;
  actions: Map<string, Action>;
  /** Reads all values at once. */
  readAll: Form | undefined;
}

/** The most properties, and the most actions, of one thing that are taken. */
const mostAffordances = 500;

const affordances = z.record(z.string(), z.looseObject({})).catch({});

/** What is read of a Thing Description 1.1 or 1.0, or of the dialect of WebThings. */
const shape = z.looseObject({
  id: z.string().min(1).max(512).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  base: z.string().optional().catch(undefined),
  properties: affordances.default({}),
  actions: affordances.default({}),
  forms: z.unknown().optional(),
  links: z.unknown().optional(),
});

/**
 * A thing from its Thing Description, found at `address`; undefined when it is none. Affordances that
 * are odd are left out, so that they do not spoil the others.
 */
export function readDescription(given: unknown, address: string): DescribedThing | undefined {
  const { data } = shape.safeParse(given);
  const title = data?.title ?? data?.name;
  if (!data || title === undefined) return undefined;
  const base = absolute(data.base ?? '', address) ?? address;
  const webThings = linkOf('properties', data.links, base);
  return {
    id: data.id ?? address.slice(0, 512),
    title: oneLine(title, 'Thing'),
    description: data.description?.slice(0, 4096).toWellFormed().replaceAll('\u0000', ''),
    properties: propertiesOf(data.properties, base),
    actions: actionsOf(data.actions, base),
    readAll:
      formFor('readallproperties', data.forms, { base, defaults: [] }) ??
      (webThings === undefined ? undefined : plainForm(webThings, 'GET')),
  };
}

function propertiesOf(given: Record<string, Record<string, unknown>>, base: string) {
  const found = new Map<string, Property>();
  for (const [name, terms] of Object.entries(given).slice(0, mostAffordances)) {
    const { forms, links, uriVariables: _variables, ...rest } = terms;
    const parsed = propertyAffordance.safeParse(rest);
    if (!parsed.success || !isName(name)) continue;
    const affordance = parsed.data;
    const defaults = [
      ...(affordance.writeOnly ? [] : ['readproperty']),
      ...(affordance.readOnly ? [] : ['writeproperty']),
    ];
    const link = linkOf('property', links, base);
    const wrapped = (method: 'GET' | 'PUT') =>
      link === undefined ? undefined : { ...plainForm(link, method), wrappedIn: name };
    const read = formFor('readproperty', forms, { base, defaults }) ?? wrapped('GET');
    const write = affordance.readOnly
      ? undefined
      : (formFor('writeproperty', forms, { base, defaults }) ?? wrapped('PUT'));
    if (!read && !write) continue;
    found.set(name, {
      affordance: { ...affordance, ...(!write && { readOnly: true }) },
      read: affordance.writeOnly ? undefined : read,
      write,
    });
  }
  return found;
}

function actionsOf(given: Record<string, Record<string, unknown>>, base: string) {
  const found = new Map<string, Action>();
  for (const [name, terms] of Object.entries(given).slice(0, mostAffordances)) {
    const { forms, links, uriVariables: _variables, ...rest } = terms;
    const { data: affordance } = actionAffordance.safeParse(rest);
    const link = linkOf('action', links, base);
    const invoke =
      formFor('invokeaction', forms, { base, defaults: ['invokeaction'] }) ??
      (link === undefined ? undefined : { ...plainForm(link, 'POST'), wrappedIn: name });
    if (affordance && invoke && isName(name)) found.set(name, { affordance, invoke });
  }
  return found;
}

const links = z.array(z.looseObject({ rel: z.string().optional(), href: z.string() }));

/** Where a WebThing (https://webthings.io/api) has what a Thing Description has forms for. */
function linkOf(relation: string, given: unknown, base: string): string | undefined {
  const link = links.safeParse(given).data?.find(({ rel }) => rel === relation);
  return link && absolute(link.href, base);
}

const plainForm = (href: string, method: 'GET' | 'PUT' | 'POST'): Form => ({
  href,
  method,
  headers: {},
  contentType: 'application/json',
});

/** Whether a name can be that of a property here. */
const isName = (name: string) =>
  // eslint-disable-next-line no-control-regex -- that is what it looks for
  name.length <= 256 && !/^\.{0,2}$|[\u0000-\u001f\u007f-\u009f]/.test(name) && name.isWellFormed();
