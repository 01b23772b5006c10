import type { BatchedCall, Caller, Page } from '@trellis/contracts';
import { pageRange } from '@trellis/database';
import { validate as isUuid } from 'uuid';

/** The columns of a call on one resource (see `callColumns`), with their types. */
export const onResource = { id: 'uuid', developer: 'text', subject: 'text' };

/** The columns of a call for a page of a list (see `pageColumns`), with their types. */
export const pageOfList = { after: 'bigint', max: 'int' };

/**
 * Returns a batch as the table `call` in SQL: a row per call with these columns, which are the parameters $1, $2, …,
 * and its `position` in the batch, from 1.
 */
export function callsSql(columns: Record<string, string>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const names = Object.keys(columns).map((name) => `"${name}"`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS call(${names.join(', ')}, position)`;
}

/** Returns the rows of a statement in the order of the calls; undefined for a call without a row. */
export function rowsInOrder<Row extends { position: number }>(
  calls: readonly unknown[],
  rows: Row[],
): (Row | undefined)[] {
  const inOrder = new Array<Row | undefined>(calls.length).fill(undefined);
  for (const row of rows) inOrder[row.position - 1] = row;
  return inOrder;
}

type CallerCall = BatchedCall<{ caller: Caller }>;
type ResourceCall = BatchedCall<{ caller: Caller; id?: string }>;

/** Returns the callers of a batch of calls as columns for `unnest`: developers, and subjects or nulls. */
export const callerColumns = (calls: readonly CallerCall[]) => [
  calls.map(({ input }) => input.caller.developer),
  calls.map(({ input }) => input.caller.subject ?? null),
];

/** Returns calls on resources as columns: ids, developers, and subjects or nulls. A malformed id becomes null. */
export const callColumns = (calls: readonly ResourceCall[]) => [
  calls.map(({ input: { id } }) => toId(id)),
  ...callerColumns(calls),
];

export const toId = (text: string | undefined): string | null =>
  text !== undefined && isUuid(text) ? text : null;

/** Returns the requested pages of a batch of calls as columns: the keys after which they begin, and their limits. */
export const pageColumns = (calls: readonly BatchedCall<{ page: Page }>[]) => [
  calls.map(({ input }) => pageRange(input.page).after),
  calls.map(({ input }) => input.page.limit),
];

/** Splits writes into rounds in which each key occurs once, since one statement can change a row only once. */
export function toRounds<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const rounds: T[][] = [];
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    (rounds[round] ??= []).push(item);
  }
  return rounds;
}

/**
 * Answers a batch in groups, one after the other, each with the statement that suits it. The outcomes are in the order
 * of the calls.
 */
export async function answerInGroups<Call, Group, Outcome>(
  calls: readonly Call[],
  groupOf: (call: Call) => Group,
  answer: (group: Group, calls: Call[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const groups = new Map<Group, number[]>();
  calls.forEach((call, index) => {
    const group = groupOf(call);
    const members = groups.get(group);
    if (members) members.push(index);
    else groups.set(group, [index]);
  });
  const outcomes = new Array<Outcome>(calls.length);
  for (const [group, members] of groups) {
    const callsOfGroup = members.map((index) => calls[index]!);
    const answers = await answer(group, callsOfGroup);
    members.forEach((index, position) => (outcomes[index] = answers[position]!));
  }
  return outcomes;
}

/** Returns a function that runs tasks one after the other, so that a batch uses one connection. */
export function oneByOne(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}
