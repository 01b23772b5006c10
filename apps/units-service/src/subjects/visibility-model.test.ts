import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem, type Page, type PageOfIds, type Visibility } from '@trellis/contracts';
import { answerBatch } from '@trellis/testing';
import fc from 'fast-check';
import { patient, propertyTestMs } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createUnit, removeUnit } from '../units/write.js';
import { readUnit } from '../units/read.js';
import { addSubject, removeReference } from '../units/references.js';
import { listSubjectsSeeingUnit, listVisibleUnits } from './visibility.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const subjects = ['alice', 'bob', 'carol'];

/** An action in one of two accounts, on one of the units that were created there. */
const action = fc.record({
  kind: fc.constantFrom('create', 'create', 'link', 'link', 'link', 'unlink', 'delete'),
  account: fc.nat(1),
  unit: fc.nat(4),
  subject: fc.constantFrom(undefined, ...subjects),
  /** Who does it: the developer, or a subject. */
  by: fc.constantFrom(undefined, undefined, undefined, ...subjects),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface ModelUnit {
  id: string;
  owner: string | undefined;
  /** The subjects that are linked, in order. */
  linked: string[];
}

/** An account in memory: its units in the order of their creation, and the subjects that it has used. */
interface Account {
  developer: string;
  units: ModelUnit[];
  known: Set<string>;
}

const reasonsOf = ({ owner, linked }: ModelUnit, subject: string): Visibility['reasons'] => [
  ...(owner === subject ? ['owner' as const] : []),
  ...(linked.includes(subject) ? ['linked' as const] : []),
];

const sees = (unit: ModelUnit, subject: string | undefined): boolean =>
  subject === undefined || reasonsOf(unit, subject).length > 0;

/** The subjects that see a unit, as they are listed: its owner, and then those that are linked. */
const seeing = (unit: ModelUnit): Visibility[] =>
  [...new Set([...(unit.owner === undefined ? [] : [unit.owner]), ...unit.linked])].map((id) => ({
    id,
    reasons: reasonsOf(unit, id),
  }));

const seenBy = ({ units }: Account, subject: string): Visibility[] =>
  units
    .filter((unit) => sees(unit, subject))
    .map((unit) => ({ id: unit.id, reasons: reasonsOf(unit, subject) }));

/** Does something in the database and in the model, which agree whether that is possible. */
async function carryOut(accounts: Account[], { kind, subject, by, ...at }: Action): Promise<void> {
  const account = accounts[at.account]!;
  const { developer, units, known } = account;
  const caller = { developer, ...(by !== undefined && { subject: by }) };
  const needs = needsOf(database);
  if (kind === 'create') {
    const owner = by ?? subject;
    const unit = newUnit({ developer, ...(owner !== undefined && { subject: owner }) });
    expect(await answerBatch(createUnit, needs, [unit])).toMatchObject([{ id: unit.id }]);
    units.push({ id: unit.id, owner, linked: [] });
    if (owner !== undefined) known.add(owner);
    return;
  }
  const unit = units[at.unit];
  const id = unit?.id ?? randomUUID();
  const isSeen = unit !== undefined && sees(unit, by);
  if (kind === 'delete') {
    expect(isDone(await answerBatch(removeUnit, needs, [{ caller, id }]))).toBe(isSeen);
    if (isSeen) units.splice(units.indexOf(unit), 1);
  } else if (kind === 'link') {
    const other = subject ?? 'alice';
    const input = { caller, id, subject: other };
    expect(isDone(await answerBatch(addSubject, needs, [input]))).toBe(isSeen);
    if (!isSeen) return;
    known.add(other);
    if (!unit.linked.includes(other)) unit.linked.push(other);
  } else {
    const other = subject ?? 'alice';
    const input = { caller, id, relation: 'subjects' as const, other };
    const isLinked = isSeen && unit.linked.includes(other);
    expect(isDone(await answerBatch(removeReference, needs, [input]))).toBe(isLinked);
    if (isLinked) unit.linked.splice(unit.linked.indexOf(other), 1);
  }
}

const isDone = ([outcome]: readonly unknown[]): boolean => !(outcome instanceof Problem);

/** All pages of a list, or undefined if it is not found. */
async function listOf(
  limit: number,
  read: (page: Page) => Promise<{ items: Visibility[]; next?: PageOfIds['next'] }>,
): Promise<Visibility[] | undefined> {
  const found: Visibility[] = [];
  let cursor: string | undefined;
  try {
    do {
      const { items, next } = await read({ limit, ...(cursor !== undefined && { cursor }) });
      expect(items.length).toBeLessThanOrEqual(limit);
      found.push(...items);
      cursor = next;
    } while (cursor !== undefined);
    return found;
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_found' });
    return undefined;
  }
}

/** Compares what is told about a unit to the developer and each subject of an account. */
async function compareUnit(account: Account, { id }: ModelUnit, limit: number): Promise<void> {
  const unit = account.units.find((one) => one.id === id);
  for (const by of [undefined, ...subjects]) {
    const caller = { developer: account.developer, ...(by !== undefined && { subject: by }) };
    const list = (subject?: string) =>
      listOf(limit, (page) =>
        listSubjectsSeeingUnit(database, { caller, id, subject, page, things: false }, patient),
      );
    const expected = unit && sees(unit, by) ? seeing(unit) : undefined;
    expect(isDone(await answerBatch(readUnit, database, [{ caller, id }]))).toBe(!!expected);
    expect(await list()).toEqual(expected);
    for (const subject of [...subjects, 'nobody']) {
      expect(await list(subject)).toEqual(expected?.filter((one) => one.id === subject));
    }
  }
}

/** Compares what is told about a subject of an account, to the developer and to subjects. */
async function compareSubject(
  account: Account,
  { subject, ids, limit }: { subject: string; ids: string[]; limit: number },
): Promise<void> {
  for (const by of [undefined, ...subjects]) {
    const caller = { developer: account.developer, ...(by !== undefined && { subject: by }) };
    const list = (unit?: string) =>
      listOf(limit, (page) =>
        listVisibleUnits(database, { caller, id: subject, unit, page, things: false }, patient),
      );
    const isKnown = account.known.has(subject) && (by === undefined || by === subject);
    const expected = isKnown ? seenBy(account, subject) : undefined;
    expect(await list()).toEqual(expected);
    if (by !== undefined) continue;
    for (const id of ids) {
      expect(await list(id)).toEqual(expected?.filter((one) => one.id === id));
    }
  }
}

test(
  'who sees what is listed as a model has it, whatever is created, linked and removed',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 4, maxLength: 24 }),
        fc.integer({ min: 1, max: 3 }),
        async (actions, limit) => {
          const accounts = [1, 2].map((): Account => {
            return { developer: randomUUID(), units: [], known: new Set() };
          });
          const created = new Map<string, ModelUnit>();
          for (const one of actions) {
            await carryOut(accounts, one);
            for (const { units } of accounts) for (const unit of units) created.set(unit.id, unit);
          }
          // Those that were deleted and those of the other account, too.
          const ids = [...created.keys()];
          for (const account of accounts) {
            for (const unit of created.values()) await compareUnit(account, unit, limit);
            for (const subject of subjects) await compareSubject(account, { subject, ids, limit });
          }
        },
      ),
      { numRuns: 15 },
    );
  },
  propertyTestMs,
);
