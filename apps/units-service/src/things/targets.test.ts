import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { readEvents } from '../events/read.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { readThing } from './read.js';
import { upsertThings } from './upsert.js';
import { readTargetsOf, requestValues, withdrawTargets } from './request-targets.js';
import { expireTargets } from './settle-targets.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });

const percent = { type: 'number' as const, minimum: 0, maximum: 100 };
const minuteMs = 60_000;

/** A shutter of a client, which reports and is written. */
async function newShutter(reported: Record<string, unknown> = { position: 0 }) {
  const [client, developer, id] = [randomUUID(), randomUUID(), randomUUID()];
  const caller = { developer };
  const { cursor } = await readEvents(database, { caller, limit: 200 }, patient);
  const properties = {
    position: { ...percent, transition: true },
    on: { type: 'boolean' as const },
    brightness: percent,
    mode: { type: 'string' as const },
    seconds: { type: 'integer' as const, minimum: 0, maximum: 43_200, multipleOf: 1 },
    setpoint: { type: 'number' as const, minimum: 5, maximum: 35, multipleOf: 0.1 },
    raw: { type: 'number' as const, minimum: 0, maximum: 65_535 },
    any: { type: 'number' as const, minimum: -1e308, maximum: 1e308 },
    code: { type: 'string' as const, writeOnly: true },
    color: {
      type: 'object' as const,
      properties: { hue: { type: 'number', minimum: 0, maximum: 360 }, saturation: percent },
    },
  };
  const report = (
    values: object,
    more: { polled?: string; received?: string; forgotten?: string[] } = {},
  ) => {
    const { polled = new Date().toISOString(), ...partial } = more;
    const thing = { id, title: 'Shutter', types: [], properties, actions: {}, events: {} };
    return answerOne(upsertThings, needs(), {
      client,
      developer,
      subject: 'alice',
      polled,
      reported: true,
      things: [{ ...thing, ...partial, available: true, values: { ...values } }],
      vanished: [],
    });
  };
  await report(reported);
  return {
    id,
    report,
    async request(
      values: Record<string, unknown>,
      more: { transition_ms?: number; requested?: string } = {},
    ) {
      const interaction = randomUUID();
      const written = { values, requested: new Date().toISOString(), ...more };
      await answerOne(requestValues, needs(), { caller, id, interaction, ...written });
      return interaction;
    },
    /** Lets all targets have been requested earlier (ms), and ends those whose time is over. */
    async pass(ms: number) {
      const text = 'SELECT targets, target_until FROM things WHERE id = $1';
      const { rows } = await database.pool.query<{ targets: string }>(text, [id]);
      const earlier = rows[0]!.targets.replace(
        /"(until|requested)":(\d+)/g,
        (_, member: string, at: string) => `"${member}":${Number(at) - ms}`,
      );
      const store = `UPDATE things SET targets = $2,
        target_until = target_until - $3::int * interval '1 ms' WHERE id = $1`;
      await database.pool.query(store, [id, earlier, ms]);
      await expireTargets(database.pool, () => undefined);
    },
    withdraw: (interaction: string, names: string[], queued = false) =>
      answerOne(withdrawTargets, needs(), { caller, id, names, interaction, queued }),
    open: () => answerOne(readTargetsOf, needs(), { caller, id }),
    async shown() {
      const { values, targets = {} } = await answerOne(readThing, database, { caller, id });
      const shown = Object.entries(targets).map(([name, { value, status }]) => [
        name,
        `${JSON.stringify(value)} ${status}`,
      ]);
      return { values, targets: Object.fromEntries(shown) as Record<string, string> };
    },
    /** Ends the time of its targets. */
    async expire() {
      const text = `UPDATE things SET target_until = now() - interval '1 s',
        targets = regexp_replace(targets, '"until":[0-9]+', '"until":1', 'g') WHERE id = $1`;
      await database.pool.query(text, [id]);
      await expireTargets(database.pool, () => undefined);
    },
    /** The changes of targets and values, in order. */
    async events() {
      for (;;) {
        const after = { caller, after: cursor, limit: 200 };
        const { events, more } = await readEvents(database, after, patient);
        if (more) continue;
        return events.flatMap((event) => {
          if (event.kind === 'property_changed') return [`${event.name} is ${String(event.value)}`];
          if (event.kind !== 'target_changed') return [];
          return [`${event.name} ${String(event.target.value)} ${event.target.status}`];
        });
      }
    },
  };
}

const nothing = {};

describe('what is requested of a property', () => {
  test('is its target, and never its value, until the device reports it', async () => {
    const { request, report, shown, open, events } = await newShutter();
    const interaction = await request({ position: 100 });
    expect(await shown()).toEqual({
      values: { position: 0 },
      targets: { position: '100 pending' },
    });
    expect(await open()).toEqual({ interactions: [interaction], replaced: [] });
    for (const position of [0, 40, 99]) {
      await report({ position });
      expect(await shown()).toEqual({ values: { position }, targets: { position: '100 pending' } });
    }
    await report({ position: 100 });
    expect(await shown()).toEqual({ values: { position: 100 }, targets: nothing });
    expect(await open()).toEqual({ interactions: [], replaced: [] });
    expect(await events()).toEqual([
      'position 100 pending',
      'position is 40',
      'position is 99',
      'position is 100',
      'position 100 confirmed',
    ]);
  });

  test('has no target if the device has it already, or nobody can read it', async () => {
    const { request, shown, events } = await newShutter({ position: 50, mode: 'auto' });
    await request({ position: 50, mode: 'auto', code: '1234', other: 1 });
    expect((await shown()).targets).toEqual(nothing);
    expect(await events()).toEqual([]);
  });

  test('waits for a report if an earlier request may still change it', async () => {
    const { request, report, shown } = await newShutter({ position: 0 });
    await request({ position: 100 });
    await request({ position: 0 });
    expect((await shown()).targets).toEqual({ position: '0 pending' });
    await report({ position: 100 });
    await report({ position: 0 });
    expect(await shown()).toEqual({ values: { position: 0 }, targets: nothing });
  });

  test('is confirmed at once if the device has reported it before it is stored', async () => {
    const { request, report, shown, open, events } = await newShutter({ position: 0 });
    const replaced = await request({ position: 100 });
    const sent = new Date().toISOString();
    await report({ position: 0 });
    await request({ position: 0 }, { requested: sent });
    expect(await shown()).toEqual({ values: { position: 0 }, targets: nothing });
    expect(await open()).toEqual({ interactions: [], replaced: [replaced] });
    expect(await events()).toEqual(['position 100 pending', 'position 0 confirmed']);
  });

  test('is not confirmed by what was reported before it was sent', async () => {
    const { request, report, shown } = await newShutter({ position: 0 });
    await request({ position: 100 });
    await report({ position: 0 });
    const requested = new Date(Date.now() + 1).toISOString();
    await request({ position: 0 }, { requested });
    expect((await shown()).targets).toEqual({ position: '0 pending' });
  });

  test('is off for a level of 0, since many devices keep the level that they restore', async () => {
    const { request, report, shown, withdraw, open } = await newShutter({
      on: true,
      brightness: 40,
    });
    const off = await request({ brightness: 0 });
    expect((await shown()).targets).toEqual({ on: 'false pending' });
    await withdraw(off, ['brightness']);
    expect((await shown()).targets).toEqual(nothing);
    await request({ brightness: 0 });
    await report({ on: false, brightness: 40 });
    expect(await shown()).toEqual({ values: { on: false, brightness: 40 }, targets: nothing });
    await request({ brightness: 0 });
    expect(await open()).toEqual({ interactions: [], replaced: [] });
  });

  test('replaces that of another property which it contradicts', async () => {
    const { request, shown, open } = await newShutter({ on: true, brightness: 40 });
    const dimmed = await request({ brightness: 70 });
    const off = await request({ brightness: 0, on: false });
    expect((await shown()).targets).toEqual({ on: 'false pending' });
    const on = await request({ brightness: 50 });
    expect((await shown()).targets).toEqual({ brightness: '50 pending' });
    expect(await open()).toEqual({ interactions: [on], replaced: [dimmed, off] });
  });

  test('is not confirmed by what was observed before, or by stored values', async () => {
    const { request, report, shown } = await newShutter({ position: 0, mode: 'auto' });
    const polled = new Date(Date.now() - 1_000).toISOString();
    await request({ position: 100 });
    await request({ position: 0 });
    await report({ position: 0 }, { polled });
    await report({ mode: 'manual' }, { forgotten: [] });
    expect(await shown()).toEqual({
      values: { position: 0, mode: 'manual' },
      targets: { position: '0 pending' },
    });
  });

  test('is not confirmed by values that were received before and stored after it', async () => {
    const { id, request, report, shown } = await newShutter();
    const received = new Date(Date.now() - 100).toISOString();
    await request({ position: 100 });
    expect(await report({ position: 100 }, { received })).toEqual({ awaited: [id] });
    expect((await shown()).targets).toEqual({ position: '100 pending' });
    expect(await report({ position: 100 })).toEqual({});
    expect((await shown()).targets).toEqual(nothing);
  });

  test('is told from what another request has replaced, also once that is confirmed', async () => {
    const { request, report, open, expire, shown, events } = await newShutter();
    const first = await request({ position: 30 });
    const second = await request({ position: 60 });
    const third = await request({ position: 100 });
    const replaced = [first, second];
    expect(await open()).toEqual({ interactions: [third], replaced });
    await report({ position: 100 });
    expect(await open()).toEqual({ interactions: [], replaced });
    expect((await shown()).targets).toEqual(nothing);
    const before = await events();
    await report({ position: 30 });
    await expire();
    expect(await open()).toEqual({ interactions: [], replaced: [] });
    expect(await events()).toEqual([...before, 'position is 30']);
  });

  test.each([
    ['numbers as the technology rounds them', { position: 33 }, { position: 33.07 }],
    [
      'colors likewise',
      { color: { hue: 120, saturation: 50 } },
      { color: { hue: 119.1, saturation: 50.2 } },
    ],
    ['texts', { mode: 'manual' }, { mode: 'manual' }],
  ])('is confirmed by %s', async (_title, requested, reported) => {
    const { request, report, shown } = await newShutter();
    await request(requested);
    expect(Object.keys((await shown()).targets)).toEqual(Object.keys(requested));
    await report(reported);
    expect((await shown()).targets).toEqual(nothing);
  });

  test.each([
    ['a large range with steps', { seconds: 0 }, { seconds: 60 }],
    ['a large range without steps', { raw: 0 }, { raw: 300 }],
    ['small steps', { setpoint: 20 }, { setpoint: 20.1 }],
    ['an infinite range', { any: 0 }, { any: 1e9 }],
  ])('is not confirmed by another value of %s', async (_title, reported, requested) => {
    const { request, report, shown } = await newShutter(reported);
    await request(requested);
    await report(reported);
    expect(Object.keys((await shown()).targets)).toEqual(Object.keys(requested));
    await report(requested);
    expect((await shown()).targets).toEqual(nothing);
  });

  test('stays queued when the device reports another value, and not for ever', async () => {
    const { request, withdraw, report, expire, shown, events } = await newShutter();
    await withdraw(await request({ position: 100 }), ['position'], true);
    await report({ position: 30 });
    expect((await shown()).targets).toEqual({ position: '100 queued' });
    await expire();
    expect((await shown()).targets).toEqual(nothing);
    expect((await events()).at(-1)).toBe('position 100 withdrawn');
  });

  test('is unconfirmed when its time is over, until it is reported after all', async () => {
    const { request, report, expire, shown, events } = await newShutter();
    await request({ position: 100 });
    await expire();
    await report({ position: 0 });
    expect(await shown()).toEqual({
      values: { position: 0 },
      targets: { position: '100 unconfirmed' },
    });
    await report({ position: 100 });
    expect((await shown()).targets).toEqual(nothing);
    expect(await events()).toEqual([
      'position 100 pending',
      'position 100 unconfirmed',
      'position is 100',
      'position 100 confirmed',
    ]);
  });

  test('is forgotten when the device changes otherwise after its time is over', async () => {
    const { request, report, expire, shown, events } = await newShutter();
    await request({ position: 100 });
    await expire();
    await report({ position: 30 });
    expect(await shown()).toEqual({ values: { position: 30 }, targets: nothing });
    expect((await events()).at(-1)).toBe('position 100 withdrawn');
  });

  test('is confirmed when its time is over if the device has made it the nearest that it can', async () => {
    const { request, report, expire, shown } = await newShutter();
    await request({ position: 51 });
    await report({ position: 50 });
    expect((await shown()).targets).toEqual({ position: '51 pending' });
    await expire();
    expect(await shown()).toEqual({ values: { position: 50 }, targets: nothing });
  });

  test('is unconfirmed beside the nearest value if the device has reported nothing since', async () => {
    const { request, expire, shown } = await newShutter({ position: 50 });
    await request({ position: 51 });
    await expire();
    expect((await shown()).targets).toEqual({ position: '51 unconfirmed' });
  });

  test('has the time of its transition, and that for any other, to be reported', async () => {
    const { request, report, pass, shown } = await newShutter({ position: 0, mode: 'auto' });
    await request({ position: 100, mode: 'manual' }, { transition_ms: 20 * minuteMs });
    await pass(2 * minuteMs);
    // The mode has no transition.
    expect((await shown()).targets).toEqual({
      position: '100 pending',
      mode: '"manual" unconfirmed',
    });
    await report({ position: 10 });
    await pass(18 * minuteMs);
    expect((await shown()).targets).toMatchObject({ position: '100 pending' });
    await report({ position: 95 });
    await pass(minuteMs / 2);
    expect((await shown()).targets).toMatchObject({ position: '100 pending' });
    await pass(minuteMs);
    expect((await shown()).targets).toMatchObject({ position: '100 unconfirmed' });
  });

  test('is withdrawn when its request fails, unless another one has replaced it', async () => {
    const { request, withdraw, shown, events } = await newShutter();
    const first = await request({ position: 100, mode: 'manual' });
    const second = await request({ position: 30 });
    await withdraw(first, ['position', 'mode']);
    expect((await shown()).targets).toEqual({ position: '30 pending' });
    await withdraw(second, ['position']);
    expect((await shown()).targets).toEqual(nothing);
    expect((await events()).slice(-2)).toEqual(['mode manual withdrawn', 'position 30 withdrawn']);
  });
});

test('requests of several interactions with one thing are stored together', async () => {
  const { request, shown } = await newShutter();
  await Promise.all([request({ position: 10 }), request({ mode: 'manual' })]);
  expect((await shown()).targets).toEqual({
    position: '10 pending',
    mode: '"manual" pending',
  });
});
