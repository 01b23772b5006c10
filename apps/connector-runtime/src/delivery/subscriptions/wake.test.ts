import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Problem, thingsTopic } from '@trellis/contracts';
import type { SubscribeHints } from '@trellis/messaging';
import { waitFor } from '@trellis/testing';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { silentLog } from '../../testing/log.js';
import { recordingScheduler } from '../../testing/queues.js';
import { subscriptionsTopic } from './change.js';
import { wakeSubscriptions } from './wake.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** Stores subscriptions of a developer with an address; returns their ids. */
async function subscribed(developer: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID() as string);
  const url = 'https://app.example/hook';
  const data = ids.map((id) => ({ id, developer, match: '{}', url }));
  await testing.database.subscription.createMany({ data });
  return ids;
}

/** Wakes the subscriptions of everybody, without those topics that are refused. */
function waking(refused: string[] = []) {
  const topics = new Map<string, () => void>();
  const subscribe: SubscribeHints = async (topic, onHint) => {
    if (refused.includes(topic)) throw new Problem('unavailable', 'It is away.');
    topics.set(topic, () => onHint({} as never));
    return { end: () => void topics.delete(topic) };
  };
  const subscriptions = recordingScheduler<{ subscription: string }>();
  ends.push(wakeSubscriptions({ pool: testing.pool, subscribe, subscriptions, log: silentLog }));
  const { ranNow } = subscriptions;
  return {
    topics,
    hint: (developer: string) => topics.get(thingsTopic(developer))!(),
    runsOf: (id: string) => ranNow.filter((ran) => ran === id).length,
  };
}

test('all subscriptions of a developer run once for hints that follow each other', async () => {
  const [many, other] = [randomUUID(), randomUUID()];
  const ids = await subscribed(many, 20);
  const [another] = await subscribed(other, 1);
  const { hint, runsOf } = waking();
  const ran = (times: number) => () => ids.every((id) => runsOf(id) === times);
  await waitFor(() => ran(1)() && runsOf(another!) === 1);
  for (let count = 0; count < 50; count += 1) hint(many);
  await waitFor(ran(2));
  hint(other);
  await waitFor(() => runsOf(another!) === 2);
  expect(ids.map(runsOf)).toEqual(ids.map(() => 2));
});

test('a developer whose topic is refused holds up no other', async () => {
  const [refused, ...others] = [randomUUID(), randomUUID(), randomUUID()] as string[];
  const [unheard] = await subscribed(refused!, 1);
  const ids = (await Promise.all(others.map((developer) => subscribed(developer, 1)))).flat();
  const { runsOf } = waking([thingsTopic(refused!)]);
  await waitFor(() => ids.every((id) => runsOf(id) === 1));
  expect(runsOf(unheard!)).toBe(0);
});

test('what is added is followed, and what is gone is not', async () => {
  const [before, after] = [randomUUID(), randomUUID()] as [string, string];
  const [first] = await subscribed(before, 1);
  const { topics, runsOf } = waking();
  await waitFor(() => runsOf(first!) === 1);
  await testing.database.subscription.deleteMany({ where: { developer: before } });
  const [second] = await subscribed(after, 1);
  topics.get(subscriptionsTopic)!();
  await waitFor(() => runsOf(second!) === 1);
  expect([...topics.keys()]).toContain(thingsTopic(after));
  expect([...topics.keys()]).not.toContain(thingsTopic(before));
});
