import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  pollInterval,
  requireSameDevice,
  secret,
  Unauthorized,
  type Connector,
} from '@trellis/connector-sdk';
import type { AttributesPatch } from '@trellis/contracts';
import { z } from 'zod';
import { updateInstance } from '../instances/update.js';
import { decryptConfiguration } from '../secrets/configuration.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import { roomyBulkhead } from '../testing/bulkhead.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { updateClient } from './configuration.js';
import { clientVersion } from './version.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const clientSchema = z.strictObject({
  password: z.string(),
  address: z.string().optional().meta({ title: 'Address' }),
  key: z.string().optional().meta(secret),
  prefix: z.string().optional(),
  interval_ms: pollInterval(60_000),
});

/** A technology with a password that can change, which gives each poll a key to remember. */
function technology(password: string) {
  const remote = {
    password,
    bridge: 'one',
    polls: 0,
    ids: new Set<string>(),
    during: async () => {},
  };
  const connector: Connector = {
    id: 99,
    typeId: 'test',
    name: 'Test',
    description: '',
    logo: '',
    instance: { schema: z.strictObject({ key: z.string().default('') }), sample: {} },
    client: {
      schema: clientSchema,
      keepsSecrets: ['prefix'],
      sample: { password: '', interval_ms: 60_000 },
    },
    async poll({ instance, client, clientId, memory }) {
      remote.polls += 1;
      remote.ids.add(clientId);
      await memory.set('key', `of ${client.password}`);
      await remote.during();
      await requireSameDevice(memory, 'bridge', remote.bridge);
      if (client.password !== remote.password) {
        throw new Unauthorized('Wrong password.');
      }
      if (instance.key === 'wrong') throw new Unauthorized('Wrong key.');
      return { devices: [] };
    },
  };
  return { remote, connector };
}

interface More {
  expected?: string[];
  developer?: string;
  by_end_user?: boolean;
  attributes?: AttributesPatch;
}

async function clientOf(password = 'old') {
  const { remote, connector } = technology(password);
  const polls = recordingScheduler<{ client: string }>();
  const needs = {
    ...sessionNeeds(testing, [connector]),
    polls,
    trials: roomyBulkhead(),
    log: silentLog,
  };
  const { database, sealing } = needs;
  const client = await insertClient(needs, 'test', { client: { password: 'old' } });
  const { id, developer, instance } = client;
  const row = () => database.client.findUniqueOrThrow({ where: { id } });
  const deadline = { expiresAt: Date.now() + 60_000 };
  const ofClient = { purpose: 'clients.configuration', developer, id } as const;
  const ofInstance = { purpose: 'instances.configuration', developer, id: instance.id } as const;
  return {
    id,
    instance,
    remote,
    polls,
    database,
    row,
    patch: (patch: object | undefined, more: More = {}) => {
      const { developer: by = developer, ...rest } = more;
      const sealed = patch && { patch: sealing.seal(ofClient, patch) };
      const input = { caller: { developer: by }, id, ...sealed };
      return updateClient(needs, { ...input, ...rest }, deadline);
    },
    patchInstance: (patch: object) =>
      updateInstance(
        needs,
        {
          caller: { developer },
          id: instance.id,
          patch: sealing.seal(ofInstance, patch),
        },
        deadline,
      ),
    /** Gives it an address at which its vendor tells changes. */
    addHook: () =>
      database.hook.create({ data: { digest: randomUUID(), clientKey: client.key, base: '' } }),
    hooks: () => database.hook.count({ where: { clientKey: client.key } }),
    version: async () => clientVersion(await row()),
    versionOfEndUser: async () => configurationVersion((await row()).configuration),
    stored: async () => {
      const sealed = (await row()).configuration;
      return decryptConfiguration(sealing, { schema: clientSchema, binding: ofClient, sealed });
    },
    memory: async () => {
      const { memory } = await row();
      if (memory === null) return undefined;
      return sealing.open({ purpose: 'clients.memory', developer, id }, memory);
    },
  };
}

describe('a rotated password', () => {
  test('replaces the old one once a poll with it has succeeded, and is polled with', async () => {
    const { id, patch, remote, stored, polls, memory, version } = await clientOf();
    remote.password = 'new';
    const { version: answered } = await patch({ password: 'new' });
    expect(await stored()).toEqual({ password: 'new', interval_ms: 60_000 });
    expect(await version()).toBe(answered);
    expect(polls.ranNow).toEqual([id]);
    expect(await memory()).toEqual({ key: 'of new', identity: 'one' });
    expect(remote.ids.has(id)).toBe(false);
  });

  test('that is wrong changes nothing', async () => {
    const { patch, row, polls } = await clientOf();
    const before = await row();
    await expect(patch({ password: 'wrong' })).rejects.toMatchObject({
      code: 'trial_failed',
      message: 'authorization_required: Wrong password.',
      extras: { errors: [{ pointer: '/configuration' }] },
    });
    expect(await row()).toEqual(before);
    expect(polls.ranNow).toEqual([]);
  });

  test('is patched into what another request has stored meanwhile', async () => {
    const { patch, remote, stored } = await clientOf();
    remote.password = 'new';
    let isFirst = true;
    remote.during = async () => {
      if (!isFirst) return;
      isFirst = false;
      await patch({ interval_ms: 5_000 });
    };
    await patch({ password: 'new' });
    expect(await stored()).toEqual({ password: 'new', interval_ms: 5_000 });
  });

  test('starts the polls anew that were set aside', async () => {
    const { id, patch, remote, polls, database } = await clientOf();
    const data = { status: 'ERROR', errorCode: 'set_aside', failures: 3 };
    await database.client.update({ where: { id }, data });
    remote.password = 'new';
    await patch({ password: 'new' });
    expect(polls).toMatchObject({ stopped: [id], started: [id], ranNow: [] });
  });
});

describe('a patch of a client', () => {
  test('removes what is null, and keeps what it does not name', async () => {
    const { patch, stored } = await clientOf();
    await patch({ address: 'hub.local' });
    expect(await stored()).toMatchObject({ password: 'old', address: 'hub.local' });
    await patch({ address: null });
    expect(await stored()).toEqual({ password: 'old', interval_ms: 60_000 });
  });

  test('that is not valid for the type names the member', async () => {
    const { patch, remote } = await clientOf();
    const pointers = (given: object): Promise<unknown> =>
      patch(given).catch(({ code, extras }) => [
        code,
        ...extras.errors.map(({ pointer }: { pointer: string }) => pointer),
      ]);
    expect(await pointers({ password: null })).toEqual([
      'invalid_configuration',
      '/configuration/password',
    ]);
    expect(await pointers({ interval_ms: 1 })).toEqual([
      'invalid_configuration',
      '/configuration/interval_ms',
    ]);
    expect(await pointers({ colour: 1 })).toEqual([
      'invalid_configuration',
      expect.stringContaining('/configuration'),
    ]);
    expect(remote.polls).toBe(0);
  });

  test('of an end user sends no stored secret to another address', async () => {
    const { patch, remote, stored } = await clientOf();
    await patch({ address: 'hub.local', key: 'a secret' });
    const polls = remote.polls;
    const asEndUser = { by_end_user: true };
    await expect(patch({ address: 'elsewhere.example' }, asEndUser)).rejects.toMatchObject({
      code: 'invalid_configuration',
      extras: {
        errors: [
          {
            pointer: '/configuration/key',
            detail: 'Enter it again, since “Address” changes.',
          },
        ],
      },
    });
    expect(remote.polls).toBe(polls);
    await patch({ address: 'elsewhere.example', key: 'a secret' }, asEndUser);
    await patch({ address: 'hub.local' });
    await patch({ address: 'elsewhere.example', key: null }, asEndUser);
    expect(await stored()).toMatchObject({ address: 'elsewhere.example', password: 'old' });
  });

  test('that changes nothing, or the interval alone, is not tried', async () => {
    const { patch, remote, stored, version, polls } = await clientOf('another');
    const before = await version();
    expect(await patch({})).toEqual({ version: before });
    expect(polls.ranNow).toEqual([]);
    await patch({ interval_ms: 2_000 });
    expect(await stored()).toMatchObject({ interval_ms: 2_000 });
    expect(remote.polls).toBe(0);
    expect(polls.ranNow).toHaveLength(1);
  });

  test('has an address registered again with the vendor, unless it changes the interval alone', async () => {
    const { patch, addHook, hooks } = await clientOf();
    await addHook();
    await patch({ interval_ms: 2_000 });
    expect(await hooks()).toBe(1);
    await patch({ address: 'hub.local' });
    expect(await hooks()).toBe(0);
  });

  test('is refused for another version than expected', async () => {
    const { patch, version } = await clientOf();
    const first = await version();
    await patch({ address: 'a' }, { expected: ['other', first] });
    await expect(patch({ address: 'b' }, { expected: [first] })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await patch({ address: 'b' }, { expected: [await version()] });
  });

  test('is not found for another developer', async () => {
    const { patch } = await clientOf();
    await expect(patch({}, { developer: 'stranger' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the device that answers', () => {
  async function replacedBridge() {
    const { id, database, remote, ...client } = await clientOf();
    await client.patch({ address: 'hub.local' });
    remote.bridge = 'two';
    const fail = () =>
      database.client.update({
        where: { id },
        data: { status: 'ERROR', errorCode: 'another_device' },
      });
    return { ...client, id, remote, fail };
  }

  test('may be another one once the address changes', async () => {
    const { patch, memory } = await replacedBridge();
    expect(await memory()).toMatchObject({ identity: 'one' });
    await patch({ address: 'other.local' });
    expect(await memory()).toMatchObject({ identity: 'two' });
  });

  test('may not be another one while only other members change', async () => {
    const { patch, memory, fail } = await replacedBridge();
    const refused = { code: 'trial_failed', message: /^another_device: Another bridge / };
    await expect(patch({ prefix: 'home' })).rejects.toMatchObject({ code: refused.code });
    await fail();
    await expect(patch({ prefix: 'home' })).rejects.toThrow(refused.message);
    await patch({ interval_ms: 5_000 });
    expect(await memory()).toMatchObject({ identity: 'one' });
  });

  test.each<[string, object]>([
    ['its address', { address: 'hub.local' }],
    ['nothing', {}],
  ])('is accepted in place of the one before by a patch of %s', async (_what, given) => {
    const { id, patch, memory, fail, polls, remote, version } = await replacedBridge();
    const triedBefore = remote.polls;
    await patch(given);
    expect(remote.polls).toBe(triedBefore);
    await fail();
    polls.ranNow.length = 0;
    expect(await patch(given)).toEqual({ version: await version() });
    expect(await memory()).toMatchObject({ identity: 'two' });
    expect(polls.ranNow).toEqual([id]);
  });

  test('is accepted by an end user who enters the secrets again', async () => {
    const { patch, memory, fail, remote } = await replacedBridge();
    remote.bridge = 'one';
    await patch({ key: 'a secret' });
    remote.bridge = 'two';
    await fail();
    const asEndUser = { by_end_user: true };
    await expect(patch({}, asEndUser)).rejects.toMatchObject({
      extras: {
        errors: [
          {
            pointer: '/configuration/key',
            detail: 'Enter it again, since another device answers.',
          },
        ],
      },
    });
    await patch({ key: 'a secret' }, asEndUser);
    expect(await memory()).toMatchObject({ identity: 'two' });
  });
});

describe('a patch of an instance', () => {
  test('is tried with a client, and stored when that succeeds', async () => {
    const { patchInstance, remote, database, instance } = await clientOf();
    const stored = () => database.instance.findUniqueOrThrow({ where: { id: instance.id } });
    const before = await stored();
    await expect(patchInstance({ key: 'wrong' })).rejects.toMatchObject({ code: 'trial_failed' });
    expect(await stored()).toEqual(before);
    await patchInstance({ key: 'right' });
    expect((await stored()).configuration).not.toBe(before.configuration);
    expect(remote.polls).toBe(2);
  });

  test('has clients polled at once that fail', async () => {
    const { id, patchInstance, polls, database } = await clientOf();
    await patchInstance({ key: 'one' });
    expect(polls.ranNow).toEqual([]);
    await database.client.update({ where: { id }, data: { status: 'ERROR', failures: 1 } });
    await patchInstance({ key: 'two' });
    expect(polls.ranNow).toEqual([id]);
  });

  test('is stored untried when there is no client', async () => {
    const { id, patchInstance, database, remote } = await clientOf();
    await database.client.delete({ where: { id } });
    await patchInstance({ key: 'wrong' });
    expect(remote.polls).toBe(0);
  });
});

describe('attributes', () => {
  test('are merged and removed without a poll, and are told as a change', async () => {
    const { patch, row, remote, polls, database, id } = await clientOf();
    const changes = () => database.clientChange.count({ where: { client: id } });
    const before = await changes();
    await patch(undefined, { attributes: { no: '1', plan: 'basic' } });
    await patch(undefined, { attributes: { plan: '', room: null, floor: '2' } });
    expect((await row()).attributes).toEqual({ no: '1', floor: '2' });
    expect(await changes()).toBe(before + 2);
    await patch(undefined, { attributes: { no: '1' } });
    expect(await changes()).toBe(before + 2);
    await patch(undefined, { attributes: null });
    expect((await row()).attributes).toBeNull();
    expect({ polls: remote.polls, scheduled: polls.started }).toEqual({ polls: 0, scheduled: [] });
  });

  test('change with a configuration once that has succeeded', async () => {
    const { patch, row, remote } = await clientOf();
    const attributes = { no: '1' };
    await expect(patch({ password: 'wrong' }, { attributes })).rejects.toMatchObject({
      code: 'trial_failed',
    });
    expect((await row()).attributes).toBeNull();
    remote.password = 'new';
    await patch({ password: 'new' }, { attributes });
    expect((await row()).attributes).toEqual(attributes);
  });

  test('are part of the version for apps, and not for end users', async () => {
    const { patch, version, versionOfEndUser } = await clientOf();
    const [ofEndUser, ofApp] = [await versionOfEndUser(), await version()];
    const changed = await patch(undefined, { attributes: { no: '1' }, expected: [ofApp] });
    expect(changed.version).toBe(await version());
    await expect(
      patch(undefined, { attributes: { no: '2' }, expected: [ofApp] }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
    const more = { expected: [ofEndUser], by_end_user: true };
    const { version: next } = await patch({ interval_ms: 2_000 }, more);
    expect(next).toBe(await versionOfEndUser());
  });

  test('do not accept another device at the address', async () => {
    const { patch, row, database, id } = await clientOf();
    await database.client.update({ where: { id }, data: { errorCode: 'another_device' } });
    await patch(undefined, { attributes: { no: '1' } });
    expect(await row()).toMatchObject({ errorCode: 'another_device', attributes: { no: '1' } });
  });
});
