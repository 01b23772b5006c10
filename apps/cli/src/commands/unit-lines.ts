import { createReadStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { usageError } from '../output/failure.js';

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

interface LinesFile {
  body: ReadableStream<Uint8Array>;
  /** Number of lines; undefined for standard input. */
  lines: number | undefined;
}

/** Opens a file, or standard input (`-`), as a stream. */
export async function openLines(name: string): Promise<LinesFile> {
  if (name === '-') return { body: toWeb(process.stdin), lines: undefined };
  try {
    if (!(await stat(name)).isFile()) throw new Error('it is not a file');
    return { lines: await countFileLines(name), body: toWeb(createReadStream(name)) };
  } catch (error) {
    throw usageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

const toWeb = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as ReadableStream<Uint8Array>;

/** Counts the lines that are not empty, as the import does. */
async function countFileLines(name: string): Promise<number> {
  let count = 0;
  let isEmpty = true;
  for await (const chunk of createReadStream(name) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === lineFeed && !isEmpty) count += 1;
      isEmpty = byte === lineFeed;
    }
  }
  return isEmpty ? count : count + 1;
}

export async function* readJsonLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as unknown;
}
