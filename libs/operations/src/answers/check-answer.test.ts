import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Answer } from '../answer.js';
import { checkAnswer } from './check-answer.js';
import type { Operation } from '../operation.js';

const row: Operation = {
  method: 'get',
  path: '/doors/:id',
  tag: 'Units',
  id: 'getDoor',
  summary: 'Retrieve door',
  description: 'Whether it is open.',
  access: { scope: 'public' },
  answer: {
    status: 200,
    body: z.object({ id: z.string(), note: z.unknown().optional() }),
    otherMediaTypes: { 'text/x-door': z.number() },
    others: { 204: { description: 'Gone' } },
  },
  handle: async () => undefined,
};

describe('an answer', () => {
  test.each<Answer>([
    { body: { id: 'a' } },
    { status: 200, body: { id: 'a', note: { any: [1, null] } } },
    { body: { id: 'a', note: undefined } },
    { mediaType: 'text/x-door', body: 5 },
    { status: 204 },
  ])('that keeps to its row passes: %j', (answer) => {
    expect(checkAnswer(row, answer)).toBe(answer);
  });

  test.each<Answer>([
    { body: { id: 5 } },
    { body: { id: 'a', secret: 'b' } },
    { body: undefined },
    { status: 202, body: { id: 'a' } },
    { status: 204, body: { id: 'a' } },
    { mediaType: 'text/x-door', body: { id: 'a' } },
    { mediaType: 'text/html', body: 'a' },
  ])('that does not is reported: %j', (answer) => {
    expect(() => checkAnswer(row, answer)).toThrow();
  });

  test('that streams is checked event by event', async () => {
    async function* events() {
      yield { id: '1', data: { id: 'a' } };
      yield { id: '2' };
      yield { id: '3', data: { id: 5 } };
    }
    const { stream } = checkAnswer(
      { ...row, answer: { status: 200, events: z.object({ id: z.string() }) } },
      { stream: { events: events(), signal: new AbortController().signal, end() {} } },
    );
    const seen: string[] = [];
    const read = async () => {
      for await (const { id } of stream!.events) seen.push(id);
    };
    await expect(read()).rejects.toThrow();
    expect(seen).toEqual(['1', '2']);
  });
});
