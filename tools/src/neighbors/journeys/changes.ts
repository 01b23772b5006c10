import assert from 'node:assert/strict';
import { waitFor } from '@trellis/testing';
import type { Caller, Journey } from './caller.js';

interface Page {
  changes: { kind: string; resource: { id: string } }[];
  cursor: string;
}

/** Who follows the changes goes on where another combination has answered the last page. */
export function changes({ expect, createUnit }: Caller): Journey {
  let cursor: string | undefined;
  /** Units that were created since the last page. */
  let created: string[] = [];
  const read = async (query: string) =>
    (await expect(200, 'GET', `/changes?${query}`)).body as Page;
  return async () => {
    cursor ??= (await read('')).cursor;
    created.push(await createUnit('Followed'));
    const seen: string[] = [];
    await waitFor(
      async () => {
        const page = await read(`kind=unit_created&cursor=${cursor}`);
        seen.push(...page.changes.map(({ resource }) => resource.id));
        cursor = page.cursor;
        return seen.includes(created.at(-1)!);
      },
      { what: 'the change of a new unit' },
    );
    assert.deepEqual(
      seen.filter((id) => created.includes(id)),
      created,
    );
    // The next combination tells of this one.
    created = [await createUnit('Followed later')];
  };
}
