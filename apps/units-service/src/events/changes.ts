import {
  change,
  formatEventCursor,
  Problem,
  type Change,
  type ClientChange,
  type Handler,
} from '@trellis/contracts';
import { inLockingTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { insertClientChanges, lockClientChanges, type ChangeRow } from './read.sql.js';
import type { PublishThingsHint } from '../things/hints.js';
import type { PublishChangesHint } from './hints.js';
import { clientStateOf, positionOf, readPage } from './read.js';

/**
 * Reads the changes of the resources that the caller sees, in the order of commits; see `readEvents`. Throws
 * `position_gone` when changes since the cursor have been purged.
 */
export const readChanges: Handler<'changes.read', { pool: pg.Pool }> = async ({ pool }, input) => {
  const { rows, cursor, more, missed } = await readPage(pool, input);
  if (missed) throw positionGone();
  return { changes: rows.map(toChange), cursor, more };
};

const positionGone = () =>
  new Problem(
    'position_gone',
    'Request the current position, read the lists, and continue from that position.',
  );

const relations = ['parents', 'subjects', 'things'];

function toChange(row: ChangeRow): Change {
  const { kind, resource, subject, other, client, name, value, occurred, created, attributes } =
    row;
  const isLink = relations.includes(name ?? '') && kind.startsWith('unit_');
  const carriesSubject =
    !kind.startsWith('unit_') && kind !== 'subject_created' && subject !== null;
  return change.parse({
    cursor: formatEventCursor(positionOf(row)),
    time: created.toISOString(),
    kind,
    id: resource ?? subject,
    ...(isLink && { relation: name, other: other ?? subject }),
    ...(carriesSubject && { subject }),
    client: client ?? undefined,
    ...(attributes && { attributes }),
    ...(kind === 'client_status_changed' && clientStateOf(value)),
    ...(kind === 'thing_event' && { name, occurred: occurred!.toISOString() }),
    ...(kind === 'thing_event' && value !== null && { data: JSON.parse(value) as unknown }),
  });
}

/**
 * Stores changes of connector clients, each once. Processes that report the same changes are serialized, so that whatever
 * the later one adds comes after them.
 */
export const recordClientChanges: Handler<
  'changes.record',
  { pool: pg.Pool; publishChangesHint: PublishChangesHint; publishThingsHint: PublishThingsHint }
> = async ({ pool, publishChangesHint, publishThingsHint }, { changes }, deadline) => {
  const column = <Name extends keyof ClientChange>(name: Name) => changes.map((one) => one[name]);
  const attributes = changes.map((one) => one.attributes && JSON.stringify(one.attributes));
  const values = [column('id'), column('developer'), column('subject'), column('client')];
  await inLockingTransaction(pool, {
    lock: (db) => query(db, lockClientChanges, []),
    run: (db) => query(db, insertClientChanges, [...values, column('kind'), attributes]),
    deadline,
  });
  for (const developer of new Set(column('developer'))) publishChangesHint(developer);
  const deleted = changes.filter(({ kind }) => kind === 'client_deleted');
  for (const developer of new Set(deleted.map((one) => one.developer))) {
    publishThingsHint(developer, {});
  }
  return {};
};
