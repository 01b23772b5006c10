import { createHash } from 'node:crypto';
import { oneLine } from '@trellis/connector-sdk';
import { absolute, type Home } from './address.js';

export interface Found {
  address: string;
  home: Home;
  /** Whether it is in a list, so that others have the same address. */
  isListed?: boolean;
}

/** The members of a description that identify the thing. */
interface Identified {
  id?: string | undefined;
  /** The address of a WebThing in a list. */
  href?: string | undefined;
  title?: unknown;
  /** The title of older WebThings. */
  name?: unknown;
  titles?: Record<string, unknown> | undefined;
}

/** Returns the title in any available language; undefined when there is none: this is no description. */
export function titleOf({ title, name, titles = {} }: Identified): string | undefined {
  const given = [title, name, titles.en, ...Object.values(titles)];
  const said = given.map((one) => oneLine(one)).find((line) => line !== undefined);
  // The title may be empty or blank.
  return said ?? (given.some((one) => typeof one === 'string') ? 'Thing' : undefined);
}

/** Returns the `id`, else the address; without either, the title distinguishes the things of a list. */
export function idOf({ id, href }: Identified, title: string, found: Found): string {
  const own = id || (href === undefined ? undefined : absolute(href, found.address));
  const { address, isListed } = found;
  return storableId(own ?? (isListed ? `${address}#${encodeURIComponent(title)}` : address));
}

/** Returns an id that can be stored. */
export function storableId(id: string): string {
  if (id.length <= 512 && id.isWellFormed() && !id.includes('\u0000')) return id;
  return `urn:sha256:${createHash('sha256').update(id).digest('hex')}`;
}
