import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { neededScopes } from '@trellis/operations';
import { operations } from '../operations.js';
import { startGateway, type TestGateway } from '../testing/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({});
});
afterAll(() => gateway.close());

const ofAccount = operations.filter(
  ({ access }) => neededScopes(access.scope) && (access.subject ?? 'none') === 'none',
);

test.each(ofAccount.map(({ method, path }) => [method.toUpperCase(), path]))(
  '%s %s acts for the whole account, and refuses a subject',
  async (method, path) => {
    const headers = { 'x-external-subject-id': 'alice' };
    const answer = await gateway.request(path, { method, headers });
    expect(answer.status).toBe(400);
    const detail = 'The operation does not act for a subject.';
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: '/headers/X-External-Subject-Id', detail }],
    });
  },
);
