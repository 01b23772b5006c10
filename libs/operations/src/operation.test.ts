import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { operationFor, type Operation } from './operation.js';

const operation = operationFor();

const row = {
  tag: 'Units',
  id: 'getDoor',
  summary: 'Retrieve door',
  description: 'Whether it is open.',
  access: { scope: 'public' },
} as const;
const answer = z.object({ id: z.string() });
const accepted = { description: 'Later', body: z.object({ seconds: z.number() }) };

const { signal } = new AbortController();

async function* events<Data>(data: Data) {
  yield { id: '1', data };
}

/** The compiler checks these rows; an error that it does not find fails the type check. */
const rows: Operation[] = [
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer },
    handle: async ({ params }) => ({ body: { id: params.id } }),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer },
    // @ts-expect-error -- the body is not what the schema says
    handle: async () => ({ body: { id: 5 } }),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer },
    // @ts-expect-error -- a body is missing
    handle: async () => ({}),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer },
    // @ts-expect-error -- a body is missing
    handle: async () => undefined,
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer },
    // @ts-expect-error -- the status is not in the row
    handle: async () => ({ status: 202, body: { id: '' } }),
  }),

  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer, others: { 202: accepted } },
    handle: async () => ({ status: 202, body: { seconds: 5 } }),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer, others: { 202: accepted } },
    // @ts-expect-error -- the body is that of another status
    handle: async () => ({ status: 202, body: { id: '' } }),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, body: answer, otherMediaTypes: { 'text/x-door': z.number() } },
    // @ts-expect-error -- the body is that of another media type
    handle: async () => ({ mediaType: 'text/x-door', body: { id: '' } }),
  }),

  operation.get('/doors/:id', {
    ...row,
    answer: { status: 204 },
    handle: async () => undefined,
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 204 },
    // @ts-expect-error -- 204 has no body
    handle: async () => ({ body: 1 }),
  }),

  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, events: answer },
    handle: async () => ({ stream: { events: events({ id: '' }), signal, end() {} } }),
  }),
  operation.get('/doors/:id', {
    ...row,
    answer: { status: 200, events: answer },
    // @ts-expect-error -- the data is not what the schema says
    handle: async () => ({ stream: { events: events({ id: 5 }), signal, end() {} } }),
  }),
];

test('a row stays as it was declared', () => {
  expect(rows[0]).toMatchObject({
    method: 'get',
    path: '/doors/:id',
    ...row,
    answer: { status: 200, body: answer },
  });
});
