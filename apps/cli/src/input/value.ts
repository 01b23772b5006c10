import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { usageError } from '../output/failure.js';

/**
 * Parses a typed value: JSON, or the text itself if a text is expected or the type is unknown. If a text is expected,
 * other JSON is taken as text, too, such as the door code `21`.
 */
export function parseValue(given: string, type: string | undefined): unknown {
  if (type === 'string') {
    const parsed = tryParse(given);
    return typeof parsed === 'string' ? parsed : given;
  }
  const parsed = tryParse(given);
  if (parsed !== undefined) return parsed;
  const words: Record<string, unknown> = { on: true, off: false, yes: true, no: false };
  if (type === 'boolean' && Object.hasOwn(words, given)) return words[given];
  if (type === undefined) return given;
  throw usageError(`${given} is not valid JSON of type ${type}.`);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads a JSON object: the argument itself, the file `@<name>`, or standard input (`-`). */
export async function readDocument(given: string): Promise<Record<string, unknown>> {
  const parsed = tryParse(await readInput(given));
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  const where =
    given === '-' ? 'Standard input' : given.startsWith('@') ? given.slice(1) : 'The argument';
  throw usageError(`${where} is not a JSON object.`);
}

/** Reads the body of a request: JSON, the file `@<name>`, or standard input (`-`). */
export async function readBody(given: string): Promise<string> {
  const text = await readInput(given);
  if (tryParse(text) === undefined) throw usageError('The body is not JSON.');
  return text;
}

const readInput = (given: string): Promise<string> =>
  given === '-' ? readAll(process.stdin) : readArgument(given);

/** Reads an argument; `@<name>` is replaced by the content of the file. */
async function readArgument(given: string): Promise<string> {
  if (!given.startsWith('@')) return given;
  return readFile(given.slice(1), 'utf8').catch((error: Error) => {
    throw usageError(`${given.slice(1)} cannot be read: ${error.message}`);
  });
}

/** Reads an argument like {@link readArgument}, without the line feed that editors add at the end of a file. */
export async function readMember(given: string): Promise<string> {
  const text = await readArgument(given);
  return given.startsWith('@') ? text.replace(/\r?\n$/, '') : text;
}

/** Splits `name=value` at the first equals sign. */
export function splitAssignment(given: string): [name: string, value: string] {
  const at = given.indexOf('=');
  if (at > 0) return [given.slice(0, at), given.slice(at + 1)];
  throw usageError(`${given} is not <name>=<value>.`);
}

export const collect = (value: string, before: string[] = []): string[] => [...before, value];

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses an instant: ISO 8601, in local time without an offset, or how long ago it is, such as `90m`, `2h` or `3d`. */
export function parseInstant(given: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  const at = unit === undefined ? Date.parse(given) : Date.now() - Number(count) * unitsMs[unit]!;
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw usageError(`${given} is not a time, such as 2026-12-24T18:00 or 2h for two hours ago.`);
}

export function wholeNumber(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw usageError(`${given} is not a whole number.`);
}

interface Answer {
  /** The name of the request that it answers. */
  request?: string;
  body: unknown;
}

/** Reads an answer for a trial, `<file>` or `<request>=<file>`: JSON, or the text of the file. */
export async function readAnswer(given: string): Promise<Answer> {
  const [, request, file = given] = /^([A-Za-z_]\w*)=(.+)$/.exec(given) ?? [];
  const text = await readArgument(file.startsWith('@') ? file : `@${file}`);
  return { ...(request !== undefined && { request }), body: tryParse(text) ?? text };
}
