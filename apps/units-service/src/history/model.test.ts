import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IntervalOfValues } from '@trellis/contracts';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { observedThing } from '../testing/history.js';
import { readIntervals, readValues } from './values.js';
import { maintainHistory } from './retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await maintainHistory(
    database.pool,
    { days: 7, maxValuesPerDay: 1_000_000 },
    { now: new Date(), mayPurge: true },
  );
});
afterAll(() => database.close());

const start = Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000;
const length = 120;

/** An event of a thing, with the seconds since the previous one. */
const step = fc.record({
  wait: fc.integer({ min: 2, max: 9 }),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.record({ value: fc.integer({ min: -5, max: 5 }) }) },
    { weight: 1, arbitrary: fc.constant({ value: undefined }) },
    { weight: 1, arbitrary: fc.constant('vanish' as const) },
    { weight: 1, arbitrary: fc.constant('fail' as const) },
    { weight: 1, arbitrary: fc.constant('succeed' as const) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The value of each second and the second in which it began, null where it is not known. */
type Model = ({ value: number; began: number } | null)[];

function modelOf(steps: readonly Step[]): Model {
  const model: Model = [];
  let [value, began, isAway, isFailing] = [undefined as number | undefined, 0, false, false];
  const fill = (until: number) => {
    while (model.length < Math.min(until, length)) {
      const isKnown = value !== undefined && !isAway && !isFailing;
      model.push(isKnown ? { value: value!, began } : null);
    }
  };
  let now = 0;
  for (const { wait, what } of steps) {
    now += wait;
    fill(now);
    if (what === 'vanish') isAway = true;
    else if (what === 'fail') isFailing = true;
    else if (what === 'succeed') isFailing = false;
    else {
      if (what.value !== value) began = now;
      value = what.value;
      // A thing of which no value is known is not available either.
      isAway = value === undefined;
    }
  }
  fill(length);
  return model;
}

function intervalOf(
  model: Model,
  from: number,
  to: number,
): Omit<IntervalOfValues, 'start' | 'end'> {
  const known = model.slice(from, to).filter((second) => second !== null);
  const numbers = known.map(({ value }) => value);
  const began = new Set(known.map((second) => second.began).filter((second) => second >= from));
  if (numbers.length === 0) return { coverage: 0, count: 0 };
  return {
    coverage: numbers.length / (to - from),
    count: began.size,
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    mean: expect.closeTo(numbers.reduce((a, b) => a + b) / numbers.length) as unknown as number,
    last: numbers.at(-1)!,
  };
}

async function play(steps: readonly Step[]) {
  const sensor = observedThing(database, { level: { type: 'number' } });
  await sensor.find(start, {});
  let now = start;
  for (const { wait, what } of steps) {
    now += wait * 1_000;
    if (what === 'vanish') await sensor.vanish(now);
    else if (what === 'fail') await sensor.tell(now, 'unavailable');
    else if (what === 'succeed') await sensor.tell(now, null);
    else await sensor.find(now, what.value === undefined ? {} : { level: what.value });
  }
  return sensor;
}

test('values and intervals are those of a model, whatever has happened', async () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: length }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 15 }),
      cuts,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (steps, given, limit, descending) => {
        const { caller, id } = await play(steps);
        const model = modelOf(steps);
        const edges = given.toSorted((a, b) => a - b);
        const { series } = await readIntervals(
          database,
          { caller, ids: [id], name: 'level', edges: edges.map((edge) => start + edge * 1_000) },
          patient,
        );
        const expected = edges.slice(1).map((to, index) => ({
          start: start + edges[index]! * 1_000,
          end: start + to * 1_000,
          ...intervalOf(model, edges[index]!, to),
        }));
        expect(series[0]!.intervals).toEqual(expected);

        const seconds = new Array<number | null>(length).fill(null);
        let range: { from: number; to: number } | undefined = {
          from: start,
          to: start + length * 1_000,
        };
        while (range) {
          const page: Awaited<ReturnType<typeof readValues>> = await readValues(
            database,
            { caller, id, name: 'level', ...range, descending, limit },
            patient,
          );
          for (const { since, until = Infinity, value } of page.items) {
            if (value === undefined) continue;
            const last = Math.min(length, (until - start) / 1_000);
            for (let at = (since - start) / 1_000; at < last; at += 1)
              seconds[at] = value as number;
          }
          const { next } = page;
          if (next === undefined) break;
          const left: { from: number; to: number } = descending
            ? { ...range, to: next }
            : { ...range, from: next };
          expect(left.to - left.from).toBeLessThan(range.to - range.from);
          range = left;
        }
        expect(seconds).toEqual(model.map((second) => second?.value ?? null));
      },
    ),
    { numRuns: 60 },
  );
});
