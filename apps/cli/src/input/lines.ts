import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { usageError } from '../output/failure.js';

export interface LinesFile {
  body: ReadableStream<Uint8Array>;
  /** Number of lines; undefined for standard input. */
  lines: number | undefined;
}

/** Opens a file, or standard input (`-`), as a stream. */
export async function openLines(name: string): Promise<LinesFile> {
  if (name === '-') return { body: toWeb(process.stdin), lines: undefined };
  try {
    if (!(await stat(name)).isFile()) throw new Error('it is not a file');
    return { lines: await countLines(name), body: toWeb(createReadStream(name)) };
  } catch (error) {
    throw usageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

const toWeb = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as ReadableStream<Uint8Array>;

const lineFeed = 10;

/** Counts the lines that are not empty, as the import does. */
async function countLines(name: string): Promise<number> {
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

/** Yields the values of JSON lines as they arrive. */
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
