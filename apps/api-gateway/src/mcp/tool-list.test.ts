import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tools } from './tool-list.js';
import { message, startMcpClient, type TestMcpClient } from '../testing/mcp-client.js';

let agent: TestMcpClient;
beforeAll(async () => {
  agent = await startMcpClient();
});
afterAll(() => agent.gateway.close());

describe('the list of tools', () => {
  const names = async (scope?: string) =>
    (await agent.post(message('tools/list'), agent.as(scope))).body.result!.tools.map(
      ({ name }) => name,
    );

  test('has those for which the access token has the scope', async () => {
    expect(await names()).toHaveLength(14);
    expect(await names('svc.things.read')).toEqual([
      'find_things',
      'read_thing',
      'read_history',
      'read_logbook',
      'read_outcome',
      'follow_changes',
    ]);
    expect(await names('svc.connector')).toEqual([
      'list_client_problems',
      'explain_client',
      'follow_changes',
    ]);
  });

  test('says what a tool does to the world, and takes objects alone', async () => {
    const { tools } = (await agent.post(message('tools/list'))).body.result!;
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.read_thing).toMatchObject({ readOnlyHint: true });
    expect(hints.write_property).toMatchObject({ readOnlyHint: false, idempotentHint: true });
    expect(hints.invoke_action).toMatchObject({ destructiveHint: true, idempotentHint: false });
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test('fits into the context of an agent', async () => {
    const { tools } = (await agent.post(message('tools/list'))).body.result!;
    expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  });
});

test('every tool is documented, with its scope', () => {
  const text = readFileSync(new URL('../../../../docs/mcp.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `(\w+)` +\| `?([\w. ]+?)`? +\|/gm)];
  expect(documented.map(([, name, access]) => [name, access])).toEqual(
    tools.map(({ name, access }) => [name, access === 'any token' ? 'any' : access]),
  );
});
