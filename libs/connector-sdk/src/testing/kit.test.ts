import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { effects, sentenceOf } from '../capabilities/effects.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const project = join(here, '../..');

/** A connector that does everything that a connector must not. */
const bad = `
import { z } from 'zod';
import { defineConnector, light, pollInterval, property } from '../../index.js';
import { testConnector } from '../index.js';

const clientSchema = z.strictObject({ url: z.string(), key: z.string(), interval_ms: pollInterval(1000) });

const connector = defineConnector({
  id: 1, typeId: 'bad', name: 'Bad', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: clientSchema, sample: { url: '', key: '' } },
  async poll({ client }) {
    if (client.url === '') {
      return {
        devices: [{
          id: String(Math.random()),
          title: '',
          abilities: [
            light.on({ value: 'yes' }),
            property('brightness', { type: 'number', maximum: 255 }, { value: 300 }),
          ],
          handle: client.key,
        }],
      };
    }
    const answer = await fetch(client.url, { signal: AbortSignal.timeout(1000) }).catch(() => {
      throw new Error('It fails with ' + client.key);
    });
    const found = await answer.json();
    return { devices: found.map(({ id }) => ({ id, title: id, abilities: [] })) };
  },
  find: async () => undefined,
  send: async () => undefined,
});
testConnector(
  connector,
  async () => ({
    reach: { client: { url: '', key: 'a-secret' } },
    unauthorized: { client: { url: '', key: 'a-wrong-secret' } },
    at: ({ host, port }) => ({ client: { url: 'http://' + host + ':' + port, key: 'a-secret' } }),
    identity: { replace: async () => undefined, restore: async () => undefined },
    secrets: ['a-secret'],
    stop: async () => undefined,
  }),
  { without: ['vanishing devices'] },
);
`;

/**
 * A connector without a remote technology, whose peer has less than it declares, or more, and one that
 * finds a device twice.
 */
const alone = `
import { z } from 'zod';
import { defineConnector, light, pollInterval } from '../../index.js';
import { testConnector } from '../index.js';

const connector = defineConnector({
  id: 1, typeId: 'alone', name: 'Alone', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ interval_ms: pollInterval(1000) }), sample: {} },
  poll: async () => ({ devices: [{ id: 'lamp', title: 'Lamp', abilities: [light.on({ value: true })] }] }),
});
const start = (more) => async () => ({
  reach: { client: {} }, secrets: [], stop: async () => undefined, ...more,
});
const none = ['credentials', 'address', 'identity', 'vanishing devices'];
testConnector(connector, start(), { without: none });
testConnector({ ...connector, typeId: 'less' }, start(), { without: none.slice(0, 3) });
testConnector({ ...connector, typeId: 'more' }, start({ unauthorized: {} }), { without: none });
const twice = async () => {
  const { devices } = await connector.poll();
  return { devices: [...devices, ...devices] };
};
testConnector({ ...connector, typeId: 'twice', poll: twice }, start(), { without: none });
`;

/**
 * A connector whose devices accept everything that is written and report nothing, whose capabilities are declared, and
 * not declared.
 */
const careless = `
import { z } from 'zod';
import { cover, defineConnector, fan, light, lock, plug, pollInterval, switchable, thermostat } from '../../index.js';
import { testConnector } from '../index.js';

const write = (value) => value;
const invoke = write;
const options = { write, enum: ['one', 'other'] };
const deviceOf = (id, ...abilities) => ({ id, title: id, abilities });
const devices = [
  deviceOf(
    'light', light.on({ write }), light.brightness({ write }), light.color_mode({}), light.color({ write }),
    light.color_temperature({ write, minimum: 2000, maximum: 6500 }), light.effect(options),
  ),
  deviceOf('switch', switchable.on({ write })),
  deviceOf('plug', plug.on({ write })),
  deviceOf(
    'thermostat', thermostat.target_temperature({ write }), thermostat.target_temperature_low({ write }),
    thermostat.target_temperature_high({ write }), thermostat.target_humidity({ write }), thermostat.mode(options),
    thermostat.preset(options), thermostat.fan_mode(options), thermostat.swing_mode(options),
  ),
  deviceOf(
    'cover', cover.position({ write }), cover.tilt({ write }), cover.cover_state({}), cover.open({ invoke }),
    cover.close({ invoke }),
  ),
  deviceOf('lock', lock.locked({}), lock.lock_state({}), lock.lock({ invoke }), lock.unlock({ invoke })),
  deviceOf(
    'fan', fan.on({ write }), fan.speed({ write }), fan.oscillating({ write }),
    fan.direction({ write, enum: ['forward', 'reverse'] }), fan.preset(options),
  ),
];
const connector = defineConnector({
  id: 1, typeId: 'careless', name: 'Careless', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ interval_ms: pollInterval(1000) }), sample: {} },
  poll: async () => ({ devices }),
  send: async () => undefined,
});
const start = async () => ({ reach: { client: {} }, secrets: [], stop: async () => undefined });
const without = ['credentials', 'address', 'identity', 'vanishing devices'];
testConnector(connector, start, { without, capabilities: devices.map(({ id }) => id) });
const lamp = { ...connector, poll: async () => ({ devices: devices.slice(0, 1) }) };
testConnector({ ...lamp, typeId: 'more' }, start, { without });
`;

/** A connector that declares capabilities whose effects do not apply to its devices, without and with a reason. */
const vacuous = `
import { z } from 'zod';
import { defineConnector, light, pollInterval, thermostat } from '../../index.js';
import { testConnector } from '../index.js';

const write = (value) => value;
const devices = [
  { id: 'lamp', title: 'Lamp', abilities: [light.on({ value: true })] },
  {
    id: 'thermostat',
    title: 'Thermostat',
    abilities: [
      thermostat.mode({ value: 'heat', enum: ['heat'], write }),
      thermostat.target_temperature({ value: 20, minimum: 10, maximum: 30, write }),
    ],
  },
];
const connector = defineConnector({
  id: 1, typeId: 'vacuous', name: 'Vacuous', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ interval_ms: pollInterval(1000) }), sample: {} },
  poll: async () => ({ devices }),
  send: async () => undefined,
});
const start = (unwritten) => async () => ({
  reach: { client: {} }, secrets: [], stop: async () => undefined, unwritten,
});
const options = {
  without: ['credentials', 'address', 'vanishing devices', 'identity'],
  capabilities: ['light', 'thermostat'],
};
testConnector(connector, start(), options);
const reasons = { light: 'Its lamps are only read.', 'thermostat.mode': 'There is one.' };
testConnector({ ...connector, typeId: 'with-reasons' }, start(reasons), options);
const more = { ...reasons, 'thermostat.target_temperature': 'It is written.' };
testConnector({ ...connector, typeId: 'with-more' }, start(more), options);
`;

/** Runs a test file; returns whether it passed, and the names of its tests by their outcome. */
function run(source: string) {
  const folder = mkdtempSync(join(here, 'try-'));
  writeFileSync(join(folder, 'try.test.ts'), source);
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--conditions=@trellis/source',
        '--experimental-vm-modules',
        '--no-warnings',
        join(project, '../../node_modules/jest/bin/jest.js'),
        folder,
        '--verbose',
        '--testTimeout=10000',
        '--forceExit',
      ],
      { cwd: project, encoding: 'utf8', timeout: 280_000 },
    );
    const marked = (mark: string) =>
      stderr
        .split('\n')
        .filter((line) => line.trim().startsWith(mark))
        .map((line) => line.trim().replace(/^. | \(\d.*\)$/g, ''));
    return { status, passed: marked('✓'), failed: marked('✕') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the kit catches a connector that breaks every rule', () => {
  const { status, passed, failed } = run(bad);
  expect(status).toBe(1);
  expect(passed).toEqual([
    'its peer has everything but what is declared',
    'a device that does not exist is Unavailable, and nothing is sent to it',
    'what can be written of its capabilities is written, but for what has a reason',
  ]);
  for (const caught of [
    'its devices make valid things',
    'the values of its devices conform',
    'its devices use the names, types, roles and units of the capabilities',
    'a poll that is repeated finds the same',
    'a device is found by its id and handle',
    'another device that answers at the address is neither shown nor written',
    'refused credentials are Unauthorized',
    'one that is not there',
    'one that accepts and never answers',
    'one that answers without end',
    'one that redirects to another address',
    'an IP address that the egress policy does not allow',
  ]) {
    expect(failed).toContainEqual(expect.stringContaining(caught));
  }
}, 300_000);

test('the kit catches writes without the effect of their capability, and capabilities that are not declared', () => {
  const { status, failed } = run(careless);
  expect(status).toBe(1);
  const undeclared = 'its peer has devices with the capabilities that are declared, and no others';
  const sentences = Object.entries(effects).flatMap(([capability, all]) =>
    all.map((effect) => `${capability}: ${sentenceOf(effect)}`),
  );
  expect(failed).toEqual([...sentences, undeclared]);
}, 300_000);

test('the kit catches what can be written and no effect writes, unless there is a reason', () => {
  const { passed, failed } = run(vacuous);
  const caught = 'what can be written of its capabilities is written, but for what has a reason';
  const others = failed.filter((name) => !name.startsWith('thermostat: target_temperature '));
  expect(others).toEqual([caught, caught]);
  expect(passed.filter((name) => name === caught)).toHaveLength(1);
}, 300_000);

test('the kit tests nothing that does not apply, and insists on what is not declared', () => {
  const { status, passed, failed } = run(alone);
  expect(status).toBe(1);
  expect(failed).toEqual([
    'its peer has everything but what is declared',
    'a device that vanishes and returns keeps its id',
    'its peer has everything but what is declared',
    'its devices make valid things with ids of their own',
  ]);
  expect(passed.slice(0, 5)).toEqual([
    'its peer has everything but what is declared',
    'its devices make valid things with ids of their own',
    'the values of its devices conform to the properties',
    'its devices use the names, types, roles and units of the capabilities',
    'a poll that is repeated finds the same',
  ]);
  expect(passed).toHaveLength(5 + 4 + 4 + 4);
}, 300_000);
