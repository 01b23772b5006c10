import { expect, test } from '@jest/globals';
import { newAccount, serviceNames, waitFor, type Account } from '@trellis/testing';
import { borrowedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = borrowedStack();

/** Creates units one after the other until told to stop; gives the ids that were answered. */
function createUnits({ request }: Account) {
  const accepted: string[] = [];
  let goesOn = true;
  const done = (async () => {
    while (goesOn) {
      const body = { name: `unit ${accepted.length}`, type: 'room' };
      const answer = await request('POST', '/units', { body }).catch(() => undefined);
      if (answer?.status === 201) accepted.push(answer.body.id);
    }
  })();
  return {
    accepted,
    async stop() {
      goesOn = false;
      await done;
    },
  };
}

test.each(serviceNames)(
  '%s may be killed during traffic: it is started again, and no accepted write is lost',
  async (service) => {
    const account = newAccount(stack());
    const writers = Array.from({ length: 4 }, () => createUnits(account));
    const count = () => writers.reduce((sum, { accepted }) => sum + accepted.length, 0);
    await waitFor(() => count() > 20);
    const pid = await stack().pidOf(service);
    const printed = (await stack().output()).length;
    process.kill(pid, 'SIGKILL');
    const before = count();
    await waitFor(() => count() > before + 100, { within: 50_000, what: 'the traffic to go on' });
    await Promise.all(writers.map(({ stop }) => stop()));

    expect(await stack().pidOf(service)).not.toBe(pid);
    const output = (await stack().output()).slice(printed);
    expect(output).toContain(`${service} ended (SIGKILL); restarting it.`);
    const listed = new Set<string>();
    for (let path: string | undefined = '/units'; path;) {
      const page = await account.request('GET', path);
      for (const { href } of page.body as { href: string }[]) listed.add(href.split('/').at(-1)!);
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    const lost = writers.flatMap(({ accepted }) => accepted).filter((id) => !listed.has(id));
    expect(lost).toEqual([]);
  },
  90_000,
);

test('things keep their ids when the worker is killed in the middle of its polls', async () => {
  const account = newAccount(stack());
  const client = await simulate(account, { devices: 50 });
  // Door sensors are not found by every poll.
  await waitFor(async () => (await client.things()).length === 50, { what: 'all things' });
  const station = await client.station();
  const { mappings } = (await client.read()).body;
  for (let kill = 0; kill < 3; kill += 1) {
    const pid = await stack().pidOf('connector-runtime');
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => (await stack().pidOf('connector-runtime')) !== pid);
  }
  const modified = async () => {
    const { body } = await account.request('GET', station);
    return body.modified as string;
  };
  const last = await modified();
  await waitFor(async () => (await modified()) !== last, {
    within: 50_000,
    every: 500,
    what: 'the next poll',
  });
  const after = (await client.read()).body;
  expect(after.mappings).toEqual(mappings);
  expect(after.status).toBe('STARTED');
  expect(await client.things()).toHaveLength(50);
}, 120_000);

test('PostgreSQL may be killed: it is started again with all its data', async () => {
  const account = newAccount(stack());
  const unit = await account.request('POST', '/units', { body: { name: 'Room', type: 'room' } });
  const postmaster = stack()
    .processes()
    .find(({ title }) => title.includes('/postgres -D '))!;
  process.kill(postmaster.pid, 'SIGKILL');
  const path = `/units/${unit.body.id}`;
  await waitFor(async () => (await account.request('GET', path)).status === 200, {
    within: 50_000,
    every: 500,
    what: 'the database',
  });
  const created = await waitFor(
    async () => {
      const answer = await account.request('POST', '/units', { body: { name: 'B', type: 'room' } });
      return answer.status === 201 && answer;
    },
    { within: 50_000, every: 500 },
  );
  expect(created.body.id).toEqual(expect.any(String));
}, 120_000);
