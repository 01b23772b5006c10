import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

test('what is sent to an address that no client has is not found, and is logged nowhere', async () => {
  const secret = randomBytes(32).toString('base64url');
  const address = `${stack().address}/api/v1/connectors/hooks/${secret}`;
  const content = `content-${randomBytes(8).toString('hex')}`;
  const response = await fetch(address, { method: 'POST', body: content });
  expect(response.status).toBe(404);
  const problem = await response.text();
  for (const shown of [problem, await stack().output()]) {
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(content);
  }
});
