import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createDeadline, requestTimeoutMs } from './deadline.js';
import type { Operation } from './operation.js';
import { callWithin, deadlineOf } from './request-deadline.js';
import type { Services } from './services.js';

const noHeader = () => undefined;
const deadlineOfRow = (row: Partial<Operation>) => deadlineOf(row as Operation, noHeader);

test('the calls of a request share its time', async () => {
  const deadline = createDeadline(60_000);
  const given: number[] = [];
  const answer = async (_name: unknown, _input: unknown, options?: { withinMs?: number }) => {
    given.push(options!.withinMs!);
  };
  const services = { units: answer, connectors: answer } as unknown as Services;
  const { units, connectors } = callWithin(deadline, services);
  await units('health.check', {});
  await connectors('health.check', {});
  expect(given[0]).toBeLessThanOrEqual(60_000);
  expect(given[1]).toBeLessThan(given[0]!);
});

test('a request has the time of its row, and a stream as much as its caller wants', () => {
  expect(deadlineOfRow({ answer: { status: 200 } }).remainingMs()).toBeLessThanOrEqual(
    requestTimeoutMs,
  );
  const slow = deadlineOfRow({
    answer: { status: 200 },
    limits: { timeoutMs: () => 100_000 },
  }).remainingMs();
  expect(slow).toBeGreaterThan(requestTimeoutMs);
  expect(deadlineOfRow({ answer: { status: 200, lines: z.string() } }).remainingMs()).toBe(
    Infinity,
  );
});

test('waiting ends with the deadline', async () => {
  await createDeadline(10).wait(new Promise(() => undefined));
  await createDeadline(Infinity).wait(Promise.resolve());
});
