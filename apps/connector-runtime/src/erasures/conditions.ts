import { isObject } from '@trellis/contracts';
import type { ErasureStep } from '@trellis/database';

/** Rows of an account whose conditions, as JSON, may name subjects, things, clients and units. */
interface Conditions {
  kind: string;
  table: string;
  column: string;
  /** Selects the rows of the developer $1. */
  owner: string;
}

/** How many rows one part looks at. */
const pageSize = 500;

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const namesOf = (text: string): string[] => text.toLowerCase().match(uuids) ?? [];

/**
 * Erases conditions of the account that name the subject or a resource of it. One with nothing else to be about is deleted;
 * one that lists things of others, too, stays with those. They are read as JSON here, because PostgreSQL refuses some of it.
 */
export const erasingConditions = ({ kind, table, column, owner }: Conditions): ErasureStep => ({
  kind,
  async erase(db, { id, developer, subject }, cursor) {
    const { rows } = await db.query<{ key: string; text: string }>(
      `SELECT key, ${column} AS text FROM ${table} WHERE ${owner} AND key > $2
      ORDER BY key LIMIT ${pageSize}`,
      [developer, cursor ?? '0'],
    );
    const { rows: erased } = await db.query<{ id: string }>(
      'SELECT id FROM erased_resources WHERE erasure = $1 AND id = ANY($2::uuid[])',
      [id, [...new Set(rows.flatMap(({ text }) => namesOf(text)))]],
    );
    const names = { subject, resources: new Set(erased.map((resource) => resource.id)) };
    let count = 0;
    for (const { key, text } of rows) {
      const left = withoutErased(JSON.parse(text), names);
      if (left === 'unchanged') continue;
      // One that was changed meanwhile is found by the next pass.
      const { rowCount } = await (left === 'nothing'
        ? db.query(`DELETE FROM ${table} WHERE key = $1 AND ${column} = $2`, [key, text])
        : db.query(`UPDATE ${table} SET ${column} = $3 WHERE key = $1 AND ${column} = $2`, [
            key,
            text,
            JSON.stringify(left),
          ]));
      count += rowCount ?? 0;
    }
    return { count, next: rows.length === pageSize ? rows.at(-1)!.key : null };
  },
});

interface Names {
  subject: string;
  /** Ids of erased things, clients and units. */
  resources: ReadonlySet<string>;
}

/** The members that name one resource, and those with a text to search for. */
const references = ['client', 'in', 'below', 'thing'] as const;
const searches = ['search', 'error'] as const;

/** Returns a condition without what was erased, or whether nothing changes or nothing is left of it. */
export function withoutErased(
  condition: unknown,
  { subject, resources }: Names,
): 'unchanged' | 'nothing' | Record<string, unknown> {
  if (!isObject(condition)) return 'unchanged';
  const isErased = (id: unknown) =>
    typeof id === 'string' && namesOf(id).some((name) => resources.has(name));
  const isSearched = (text: unknown) =>
    isErased(text) || (typeof text === 'string' && hasWord(text, subject));
  if (condition.subject === subject) return 'nothing';
  if (references.some((name) => isErased(condition[name]))) return 'nothing';
  if (searches.some((name) => isSearched(condition[name]))) return 'nothing';
  if (!Array.isArray(condition.things)) return 'unchanged';
  const things = condition.things.filter((thing) => !isErased(thing));
  if (things.length === condition.things.length) return 'unchanged';
  return things.length === 0 ? 'nothing' : { ...condition, things };
}

/** Returns whether a text has these words, in any case: `of Kai` names `kai`, but `Kairo` does not. */
function hasWord(text: string, words: string): boolean {
  const parts = text.toLowerCase().split(words.toLowerCase());
  const isEnd = (part: string) => !/[\p{L}\p{N}]$/u.test(part);
  const isStart = (part: string) => !/^[\p{L}\p{N}]/u.test(part);
  return parts.slice(1).some((after, index) => isEnd(parts[index]!) && isStart(after));
}
