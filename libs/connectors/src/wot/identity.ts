import { createHash } from 'node:crypto';
import { oneLine } from '@trellis/connector-sdk';
import { absolute, type Home } from './address.js';

/** Where a description was found. */
export interface Found {
  address: string;
  home: Home;
  /** One of several in a list: the address is not its own. */
  isListed?: boolean;
}

/** What a description says of who the thing is. */
interface Identified {
  id?: string | undefined;
  /** WebThings in a list say where they are. */
  href?: string | undefined;
  title?: unknown;
  /** A title, as older WebThings call it. */
  name?: unknown;
  titles?: Record<string, unknown> | undefined;
}

/** Its title, in whatever language there is one; undefined when it has none and so is no description. */
export function titleOf({ title, name, titles = {} }: Identified): string | undefined {
  const given = [title, name, titles.en, ...Object.values(titles)];
  const said = given.map((one) => oneLine(one)).find((line) => line !== undefined);
  // It may be there, and empty or nothing but blanks.
  return said ?? (given.some((one) => typeof one === 'string') ? 'Thing' : undefined);
}

/** Its `id`, else its address; of several without either the title tells them apart. */
export function idOf({ id, href }: Identified, title: string, found: Found): string {
  const own = id || (href === undefined ? undefined : absolute(href, found.address));
  const { address, isListed } = found;
  return storableId(own ?? (isListed ? `${address}#${encodeURIComponent(title)}` : address));
}

function storableId(id: string): string {
  if (id.length <= 512 && id.isWellFormed() && !id.includes('\u0000')) return id;
  return `urn:sha256:${createHash('sha256').update(id).digest('hex')}`;
}
