import { createHash } from 'node:crypto';
import { oneLine } from '@trellis/connector-sdk';
import { absolute, type Home } from './address.js';

/** Where a description comes from. */
export interface Found {
  address: string;
  home: Home;
  /** Whether it is one of several in a list, so that the address is not its own. */
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

/** The title, in any language that it has; undefined when it has none and so is no description. */
export function titleOf({ title, name, titles = {} }: Identified): string | undefined {
  const given = [title, name, titles.en, ...Object.values(titles)];
  const said = given.map((one) => oneLine(one)).find((line) => line !== undefined);
  // The title may be empty or blank.
  return said ?? (given.some((one) => typeof one === 'string') ? 'Thing' : undefined);
}

/** The `id`, else the address; without either, the title distinguishes the things of a list. */
export function idOf({ id, href }: Identified, title: string, found: Found): string {
  const own = id || (href === undefined ? undefined : absolute(href, found.address));
  const { address, isListed } = found;
  return storableId(own ?? (isListed ? `${address}#${encodeURIComponent(title)}` : address));
}

function storableId(id: string): string {
  if (id.length <= 512 && id.isWellFormed() && !id.includes('\u0000')) return id;
  return `urn:sha256:${createHash('sha256').update(id).digest('hex')}`;
}
