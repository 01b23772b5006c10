import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createDeadline, requestTimeoutMs } from './deadline.js';
import { deadlineOf } from '../pipeline.js';
import type { Operation } from '../operation.js';

const noHeader = () => undefined;
const deadlineOfRow = (row: Partial<Operation>) => deadlineOf(row as Operation, noHeader);

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
