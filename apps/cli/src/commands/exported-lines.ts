import { createReadStream } from 'node:fs';
import { truncate } from 'node:fs/promises';

/** Progress of an export. */
export interface Position {
  /** Id of the first unit that was not yielded completely; undefined before the first one. */
  next: string | undefined;
}

const lineFeed = 10;

/** Yields the lines of complete units. The last unit is withheld, since its lines may continue. */
export async function* wholeUnits(
  body: AsyncIterable<Uint8Array>,
  position: Position,
): AsyncGenerator<Uint8Array, void> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    rest = Buffer.concat([rest, chunk]);
    const begun = [
      ...Buffer.from(rest)
        .toString('latin1')
        .matchAll(/^\{"id":"([\da-f-]{36})"/gm),
    ];
    const last = begun.at(-1)?.[1];
    const at = begun.find(([, id]) => id === last)?.index ?? 0;
    position.next = last ?? position.next;
    if (at > 0) yield rest.subarray(0, at);
    rest = rest.subarray(at);
  }
  if (rest.length > 0) yield rest;
}

export const countLines = (lines: Uint8Array): number =>
  lines.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0);

/**
 * Truncates a file before the first line of a unit, or before an incomplete last line. Returns the remaining length in
 * bytes, 0 if the file does not exist.
 */
export async function truncateBefore(file: string, unit: string): Promise<number> {
  const length = await lengthBefore(file, unit).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (length === undefined) return 0;
  await truncate(file, length);
  return length;
}

async function lengthBefore(file: string, unit: string): Promise<number> {
  let length = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      if (rest.subarray(0, end).toString('latin1').startsWith(`{"id":"${unit}"`)) return length;
      length += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
  return length;
}
