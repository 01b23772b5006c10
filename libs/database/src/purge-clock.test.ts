import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import type pg from 'pg';
import { openStatementPool } from './pool.js';
import { createPurgeClock } from './purge-clock.js';

let pool: pg.Pool;
beforeAll(async () => {
  const address = { url: await createDatabase(), schema: 'public' };
  pool = openStatementPool(address, { maxConnections: 2, statementTimeoutMs: 0 });
  await pool.query(
    `CREATE TABLE purge_clock (singleton boolean PRIMARY KEY, observed timestamptz, resumes timestamptz)`,
  );
});
afterAll(() => pool.end());
beforeEach(async () => {
  await pool.query('TRUNCATE purge_clock');
  await pool.query('INSERT INTO purge_clock VALUES (true, now())');
});
afterEach(() => {
  jest.restoreAllMocks();
});

function openClock() {
  const warnings: [{ reason?: string }, string][] = [];
  const clock = createPurgeClock(pool, { warn: (...line) => void warnings.push(line) });
  return { ...clock, warnings };
}

/** Makes the time of the database appear to have moved since it was observed. */
const move = (interval: string) =>
  pool.query(
    'UPDATE purge_clock SET observed = observed - $1::interval, resumes = resumes - $1::interval',
    [interval],
  );

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test('rows are purged by the time of the database', async () => {
  const { read, pause, warnings } = openClock();
  const { now, mayPurge } = await read();
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(minuteMs);
  expect(mayPurge).toBe(true);
  expect(pause()).toBeUndefined();
  await move('23 hours');
  expect(await read()).toMatchObject({ mayPurge: true });
  expect(warnings).toEqual([]);
});

test.each([-40 * 365, -100, -0.01, 0.01, 100, 40 * 365])(
  'a process whose clock is %d days off purges nothing',
  async (days) => {
    const { read, pause, warnings } = openClock();
    const { now: realNow } = Date;
    const spy = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + days * dayMs);
    const { now, mayPurge } = await read();
    expect(Math.abs(now.getTime() - realNow())).toBeLessThan(minuteMs);
    expect(mayPurge).toBe(false);
    expect(pause()).toEqual({ reason: 'clock_skew', resumes_at: null });
    spy.mockRestore();
    expect(await read()).toMatchObject({ mayPurge: true });
    expect(pause()).toBeUndefined();
    expect(warnings.map(([{ reason }]) => reason)).toEqual(['clock_skew', undefined]);
  },
);

test.each(['2 days', '100 days', '40 years'])(
  'a jump of %s pauses purging for a day, in every process',
  async (interval) => {
    await move(interval);
    const [first, second] = [openClock(), openClock()];
    const { now, mayPurge } = await first.read();
    expect(mayPurge).toBe(false);
    expect(await second.read()).toMatchObject({ mayPurge: false });
    const { reason, resumes_at } = second.pause()!;
    expect(reason).toBe('clock_jump');
    expect(Math.abs(Date.parse(resumes_at!) - now.getTime() - dayMs)).toBeLessThan(minuteMs);
    await move('23 hours');
    expect(await first.read()).toMatchObject({ mayPurge: false });
    await move('2 hours');
    expect(await first.read()).toMatchObject({ mayPurge: true });
  },
);

test('a jump that is undone ends the pause', async () => {
  const { read } = openClock();
  await move('100 days');
  expect(await read()).toMatchObject({ mayPurge: false });
  await move('-100 days');
  expect(await read()).toMatchObject({ mayPurge: true });
});

test('a clock that is set back pauses nothing', async () => {
  await move('-100 days');
  expect(await openClock().read()).toMatchObject({ mayPurge: true });
});
