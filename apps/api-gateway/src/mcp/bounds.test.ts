import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { startMcpClient, thing, thingId as id, type TestMcpClient } from '../testing/mcp-client.js';

let agent: TestMcpClient;
beforeEach(async () => {
  agent = await startMcpClient();
});
afterEach(() => agent.gateway.close());

const unit = (text: string) => ({
  id,
  name: 'Kitchen',
  type: 'room',
  owner: 'ada',
  truncated: [],
  parents: [],
  children: [],
  subjects: [],
  things: [],
  properties: [{ name: 'plan', value: text }],
});

test('large units take turns, however many tools ask for them', async () => {
  let underWay = 0;
  let most = 0;
  agent.answers['units.list'] = () => ({ items: Array<string>(5).fill(id) });
  agent.answers['units.read'] = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await setImmediate();
    underWay -= 1;
    return unit('x'.repeat(100_000));
  };
  const find = () => agent.call('find_units', { limit: 5 });
  await find();
  most = 0;
  const answers = await Promise.all(Array.from({ length: 6 }, find));
  expect(most).toBe(2);
  expect(answers.map(({ body }) => body.result!.structuredContent.units)).toEqual(
    Array(6).fill(Array(5).fill(expect.objectContaining({ id }))),
  );
});

test('each unit that is read counts for the rate limit', async () => {
  let counted = 0;
  const requests = async () => void (counted += 1);
  await agent.gateway.close();
  agent = await startMcpClient({ requests });
  agent.answers['units.list'] = () => ({ items: Array<string>(5).fill(id) });
  agent.answers['units.read'] = () => unit('');
  await agent.call('find_units', { limit: 5 });
  // The message, the list and the five units.
  expect(counted).toBe(7);
});

test('types are cut like all that devices tell', async () => {
  const types = Array.from({ length: 50 }, (_, index) => `${index} ${'t'.repeat(200)}`);
  const typed = { ...thing({}, {}), types };
  agent.answers['things.describe'] = () => ({ items: Array<unknown>(50).fill(typed) });
  const { body } = await agent.call('find_things', { limit: 50 });
  const { things } = body.result!.structuredContent as { things: { types: string[] }[] };
  expect(things[0]!.types).toHaveLength(5);
  expect(JSON.stringify(things).length).toBeLessThan(100_000);
});

test('problems of operations name the arguments of the tool', async () => {
  const pointersOf = async (tool: string, given: object) => {
    const { body } = await agent.call(tool, given);
    const { errors } = body.result!.structuredContent as { errors: { pointer: string }[] };
    return errors.map(({ pointer }) => pointer);
  };
  const level = { thing: id, property: 'level' };
  expect(await pointersOf('write_property', { ...level, value: 11 })).toEqual(['/arguments/value']);
  const ignite = { thing: id, action: 'ignite' };
  expect(await pointersOf('invoke_action', { ...ignite, input: 'x' })).toEqual([
    '/arguments/input',
  ]);
  const key = 'k'.repeat(1_000);
  expect(await pointersOf('invoke_action', { ...ignite, input: 1, idempotency_key: key })).toEqual([
    '/arguments/idempotency_key',
  ]);
  expect(await pointersOf('find_things', { search: 's'.repeat(10_000) })).toEqual([
    '/arguments/search',
  ]);
  expect(await pointersOf('follow_changes', { wait_seconds: 0.5 })).toEqual([
    '/arguments/wait_seconds',
  ]);
});
