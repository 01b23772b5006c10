import assert from 'node:assert/strict';
import { waitFor } from '@trellis/testing';
import type { Caller, Journey } from './caller.js';

/** More clients than these are removed again. */
const maxClients = 2;

const simulator = (configuration: object) => ({
  connector_type_id: 'simulator',
  configuration,
});
export const twoDevices = simulator({ devices: 2, interval_ms: 1_000 });

/** The instance of the simulator, which another combination may have created. */
export async function createInstance({ request }: Caller): Promise<void> {
  const body = simulator({ application_key: 'any text' });
  const { status } = await request('POST', '/connectors/instances', { body });
  assert.ok([201, 409].includes(status), `An instance was answered ${status}.`);
}

/** Waits until a client has been polled once more. */
export async function polled({ expect }: Caller, path: string): Promise<void> {
  const look = async () => (await expect(200, 'GET', path)).body;
  const last = (await look()).last_polled as string | undefined;
  await waitFor(
    async () => {
      const { status, last_polled: now } = await look();
      return status === 'STARTED' && now !== null && now !== last;
    },
    { what: `a poll of ${path}` },
  );
}

/** Clients are polled and listed, their things written, by themselves and in batches; they are paused and removed. */
export function clients(caller: Caller): Journey {
  const { expect, list } = caller;
  /** Paths of the clients of this combination and of earlier ones. */
  const paths: string[] = [];
  /** One that an earlier combination has paused. */
  let paused: string | undefined;
  /** A batch that an earlier combination has carried out. */
  let batch: string | undefined;
  let subjects = 0;

  async function create(): Promise<{ path: string; lamp: string }> {
    const subject = `subject-${(subjects += 1)}`;
    const created = await expect(201, 'POST', '/connectors/clients', { subject, body: twoDevices });
    const path = `/connectors/clients/${created.body.client_id}`;
    await polled(caller, path);
    paths.push(path);
    const things = await list('/things', subject);
    assert.equal(things.length, 2);
    return { path, lamp: things[1]! };
  }

  const isOn = async (lamp: string) => (await expect(200, 'GET', `${lamp}/properties/on`)).body;

  async function writeLamp(lamp: string): Promise<void> {
    const before = (await isOn(lamp)) as boolean;
    await expect(204, 'PUT', `${lamp}/properties/on`, { body: !before });
    await waitFor(async () => (await isOn(lamp)) === !before, { what: 'what was written' });
  }

  async function switchOffAll(path: string, lamp: string): Promise<void> {
    const isCompleted = async () => {
      const { body } = await expect(200, 'GET', batch!);
      return body.status === 'completed' && body;
    };
    if (batch) assert.ok(await isCompleted());
    const body = {
      select: { client: path.split('/').at(-1), type: 'Light' },
      ...{ property: 'on', value: false },
    };
    batch = (await expect(202, 'POST', '/interactions/batch', { body })).headers.get('location')!;
    const { progress, results } = await waitFor(isCompleted, { what: 'the end of a batch' });
    assert.equal(progress.completed, 1);
    const { body: outcomes } = await expect(200, 'GET', results.href);
    assert.deepEqual(
      (outcomes as { thing: { href: string } }[]).map(({ thing }) => thing.href),
      [lamp],
    );
    assert.equal(await isOn(lamp), false);
  }

  async function pauseInstead(path: string, lamp: string): Promise<void> {
    if (paused) {
      await expect(200, 'POST', `${paused}/resume`);
      await polled(caller, paused);
    }
    const reason = 'The rollout';
    const { body } = await expect(200, 'POST', `${path}/pause`, { body: { reason } });
    assert.equal(body.paused.reason, reason);
    await expect(409, 'PUT', `${lamp}/properties/on`, { body: true });
    paused = path;
    const listed = await list('/connectors/clients?paused=true');
    assert.equal(listed.length, 1);
    assert.ok(listed[0]!.endsWith(path));
  }

  async function remove(path: string): Promise<void> {
    const { body } = await expect(200, 'GET', path);
    await expect(204, 'DELETE', path);
    await expect(404, 'GET', path);
    const { mappings } = body as { mappings: { thing_id: string }[] };
    for (const { thing_id } of mappings) await expect(404, 'GET', `/things/${thing_id}`);
  }

  return async () => {
    await createInstance(caller);
    for (const path of paths) if (path !== paused) await polled(caller, path);
    const { path, lamp } = await create();
    await writeLamp(lamp);
    await switchOffAll(path, lamp);
    await pauseInstead(path, lamp);
    if (paths.length > maxClients) await remove(paths.shift()!);
  };
}
