import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isProblem, Trellis } from '@trellis/client';
import { newAccount } from '@trellis/testing';
import { oneStack } from './one-stack.js';

const stack = oneStack();

const newClient = (options: { subject?: string } = {}) =>
  new Trellis({ baseUrl: stack().address, token: newAccount(stack()).token, ...options });

test('first', async () => {
  const trellis = newClient();
  const { data: unit, response } = await trellis.post('/units', { body: { name: 'House', type: 'building' } });
  console.log(unit, response.status);
  const read = await trellis.get('/units/{id}', { path: { id: unit.id } });
  console.log(read.data.name);
  const error = await trellis.post('/units', { body: { name: '', type: 'building' } }).catch((e: unknown) => e);
  console.log(error);
});
