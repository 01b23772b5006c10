import { createReadStream } from 'node:fs';
import { truncate } from 'node:fs/promises';

/** How far an export has come. */
export interface Position {
  /** The first unit that was not passed on; undefined where none has come. */
  next: string | undefined;
}

const lineFeed = 10;

/** The lines of an export as they come, up to the last unit, which may go on: a long one has several lines. */
export async function* wholeUnits(
  body: AsyncIterable<Uint8Array>,
  position: Position,
): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    held = Buffer.concat([held, chunk]);
    const begun = [
      ...Buffer.from(held)
        .toString('latin1')
        .matchAll(/^\{"id":"([\da-f-]{36})"/gm),
    ];
    const last = begun.at(-1)?.[1];
    const at = begun.find(([, id]) => id === last)?.index ?? 0;
    position.next = last ?? position.next;
    if (at > 0) yield held.subarray(0, at);
    held = held.subarray(at);
  }
  if (held.length > 0) yield held;
}

export const countLines = (lines: Uint8Array): number =>
  lines.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0);

/**
 * Cuts the lines of a file off from a unit on, and one that is incomplete. Resolves to the length that is left (bytes),
 * 0 where there is no such file.
 */
export async function cutBack(file: string, unit: string): Promise<number> {
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
