import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { CliError, exitCodes } from '../output/exit-codes.js';

/**
 * A value as it is typed: JSON, or else the text itself where a text is expected or nothing is known. Where a text is
 * expected, what would be other JSON is a text as well: `21` of a door code.
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
  throw new CliError(`${given} is not valid JSON of type ${type}.`, exitCodes.usage);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON object: itself, of the file `@<name>`, or of standard input (`-`). */
export async function readDocument(given: string): Promise<Record<string, unknown>> {
  const text = given === '-' ? await readAll(process.stdin) : await readArgument(given);
  const parsed = tryParse(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  const where =
    given === '-' ? 'Standard input' : given.startsWith('@') ? given.slice(1) : 'The argument';
  throw new CliError(`${where} is no JSON object.`, exitCodes.usage);
}

/** A text, or with `@` in front of it the content of the file. */
async function readArgument(given: string): Promise<string> {
  if (!given.startsWith('@')) return given;
  return readFile(given.slice(1), 'utf8').catch((error: Error) => {
    throw new CliError(`${given.slice(1)} cannot be read: ${error.message}`, exitCodes.usage);
  });
}

/** The same without the line feed with which editors end a file: it is no part of a secret. */
export async function readMember(given: string): Promise<string> {
  const text = await readArgument(given);
  return given.startsWith('@') ? text.replace(/\r?\n$/, '') : text;
}

/** Parses `name=value` options, which may be repeated. */
export function splitAssignment(given: string): [name: string, value: string] {
  const at = given.indexOf('=');
  if (at > 0) return [given.slice(0, at), given.slice(at + 1)];
  throw new CliError(`${given} is not <name>=<value>.`, exitCodes.usage);
}

export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** An option that is a whole number. */
export function wholeNumber(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new CliError(`${given} is no whole number.`, exitCodes.usage);
}
