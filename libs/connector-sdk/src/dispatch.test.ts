import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { light, sensor } from './capabilities/abilities.js';
import { pollInterval } from './configuration.js';
import { defineConnector, type Connector, type Poll } from './connector.js';
import { action, event, property, type Device, type Emit } from './device.js';
import {
  discover,
  invokeAction,
  listen,
  writeProperties,
  writeProperty,
  type DeviceReference,
  type EntityReport,
} from './dispatch.js';
import { DeviceUnavailable, Rejected, Unauthorized, Unavailable } from './failure.js';
import { contextFor } from './testing/context.js';

const schemas = {
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ interval_ms: pollInterval(10_000) }), sample: {} },
};

type Command = { set: string; to: unknown };

const lamp: Device<Command> = {
  id: 'lamp',
  title: 'Lamp',
  handle: 'host 1',
  abilities: [
    light.on({ value: true, write: (to) => ({ set: 'on', to }) }),
    light.color_temperature({
      value: null,
      minimum: 2000,
      maximum: 6500,
      write(to) {
        if (to < 2000) throw new Rejected('The lamp is not so warm.');
        return { set: 'color_temperature', to };
      },
    }),
    sensor.power({ value: 4.5 }),
    property('firmware', { type: 'string' }, { value: '1.0' }),
    action('blink', { title: 'Blink' }, (to: number) => ({ set: 'blink', to })),
  ],
};

type Testing<Remote> = Connector<z.ZodObject, typeof schemas.client.schema, Command, Remote>;
type Parts = Pick<Testing<unknown>, 'send' | 'find' | 'merge'>;

const described = { id: 1, typeId: 'test', name: 'Test', description: '', logo: '', ...schemas };

function connectorOf(poll: Poll<Command> | Error, parts: Parts = {}) {
  return defineConnector<z.ZodObject, typeof schemas.client.schema, Command>({
    ...described,
    async poll() {
      if (poll instanceof Error) throw poll;
      return poll;
    },
    ...parts,
  });
}

const context = contextFor(schemas);

test('what is heard has its devices as entities, and its events as they are', async () => {
  const pressed = { device: 'bell', name: 'rung', data: 2 };
  const bell: Device<never> = { id: 'bell', title: 'Bell', abilities: [event('rung', {})] };
  const connector = {
    ...connectorOf({ devices: [] }),
    async listen(_remote: unknown, emit: Emit<Command>) {
      emit({ devices: [bell], events: [pressed] });
    },
  };
  const reports: EntityReport[] = [];
  const listening = listen(connector, context, (one) => reports.push(one));
  await expect(listening).rejects.toThrow(Unavailable);
  expect(reports).toMatchObject([{ entities: [{ id: 'bell', events: { rung: {} } }] }]);
  expect(reports[0]!.events).toEqual([pressed]);
});

test('a command uses what a listener offers, and else looks the device up', async () => {
  const used: string[] = [];
  const connector: Testing<string> = {
    ...described,
    connect(_context, use) {
      used.push('connect');
      return use('own');
    },
    poll: async () => ({ devices: [] }),
    async find() {
      used.push('find');
      return lamp;
    },
    send: async (remote) => void used.push(`send by ${remote}`),
  };
  const write = (device: string, remote?: string) => {
    const find = (id: string) => (id === lamp.id ? lamp : undefined);
    const request = { device, property: 'on', value: true };
    return writeProperty(connector, context, request, { find, remote });
  };
  await write(lamp.id, 'open');
  await write(lamp.id);
  await write('another', 'open');
  expect(used).toEqual([
    'send by open',
    ...['connect', 'send by own'],
    ...['connect', 'find', 'send by own'],
  ]);
});

describe('what a poll found', () => {
  test('becomes entities', async () => {
    const { entities, complete, problems } = await discover(
      connectorOf({ devices: [lamp] }),
      context,
    );
    expect({ complete, problems }).toEqual({ complete: true, problems: [] });
    expect(entities).toEqual([
      {
        id: 'lamp',
        title: 'Lamp',
        types: ['Light', 'OnOffSwitch', 'EnergyMonitor', 'ColorControl'],
        properties: {
          on: { '@type': 'OnOffProperty', type: 'boolean', title: 'On' },
          color_temperature: expect.objectContaining({ unit: 'K', minimum: 2000, maximum: 6500 }),
          power: expect.objectContaining({ unit: 'W', readOnly: true }),
          firmware: { type: 'string', readOnly: true },
        },
        actions: { blink: { title: 'Blink' } },
        events: {},
        values: { on: true, power: 4.5, firmware: '1.0' },
        available: true,
        handle: 'host 1',
      },
    ]);
  });

  test('keeps the description, the types and the absence of a device', async () => {
    const device = {
      id: 'a',
      title: 'A',
      description: 'A device',
      types: ['Camera', 'OnOffSwitch'],
      abilities: [light.on({ value: false })],
      available: false,
    };
    const { entities } = await discover(connectorOf({ devices: [device] }), context);
    expect(entities).toMatchObject([
      {
        description: 'A device',
        types: ['Camera', 'OnOffSwitch', 'Light'],
        available: false,
        values: { on: false },
      },
    ]);
    expect(entities[0]).not.toHaveProperty('handle');
  });

  test('is incomplete when the connector says so, or when there are problems', async () => {
    const problems = [{ device: 'b', failure: new Unauthorized('b refuses the password.') }];
    for (const poll of [{ complete: false }, { problems }]) {
      const found = await discover(connectorOf({ devices: [lamp], ...poll }), context);
      expect(found).toMatchObject({ complete: false, problems: poll.problems ?? [] });
    }
    const all = { devices: [lamp], problems, complete: true };
    expect(await discover(connectorOf(all), context)).toMatchObject({ complete: true, problems });
  });

  test('is the first problem when it is nothing else', async () => {
    const failure = new Unauthorized('The password is wrong.');
    const problems = [{ failure }, { failure: new Unavailable('Away.') }];
    await expect(discover(connectorOf({ devices: [], problems }), context)).rejects.toBe(failure);
    const empty = await discover(connectorOf({ devices: [] }), context);
    expect(empty).toEqual({ entities: [], complete: true, rooms: undefined, problems: [] });
  });
});

/** A connector that records its commands. */
function recording(poll: Poll<Command> | Error, parts: Parts = {}) {
  const commands: Command[] = [];
  const send = async (_remote: unknown, command: Command) => {
    commands.push(command);
    return `done ${command.set}`;
  };
  return { commands, connector: connectorOf(poll, { send, ...parts }) };
}

const write = <Remote>(connector: Testing<Remote>, name: string, value: unknown, device = 'lamp') =>
  writeProperty(connector, context, { device, property: name, value });

describe('a write', () => {
  test('sends the command of the ability', async () => {
    const { commands, connector } = recording({ devices: [lamp] });
    await write(connector, 'on', false);
    expect(commands).toEqual([{ set: 'on', to: false }]);
  });

  test.each([
    ['a property that is read-only', 'power'],
    ['a property that there is not', 'brightness'],
    ['an action', 'blink'],
    ['a member of every object', 'constructor'],
  ])('of %s is Rejected', async (_what, name) => {
    const { commands, connector } = recording({ devices: [lamp] });
    await expect(write(connector, name, 1)).rejects.toBeInstanceOf(Rejected);
    expect(commands).toEqual([]);
  });

  test('of a value that the ability refuses is Rejected', async () => {
    const { commands, connector } = recording({ devices: [lamp] });
    await expect(write(connector, 'color_temperature', 1000)).rejects.toThrow('not so warm');
    expect(commands).toEqual([]);
  });

  test('to a technology that can only be read is Rejected', async () => {
    await expect(write(connectorOf({ devices: [lamp] }), 'on', true)).rejects.toThrow(
      'can only be read',
    );
  });
});

describe('a write of several properties', () => {
  const to = (name: string) => (value: unknown) => ({ set: name, to: value });
  const device: Device<Command> = {
    id: 'lamp',
    title: 'Lamp',
    abilities: [
      light.color_temperature({ write: to('color_temperature') }),
      light.color({ write: to('color') }),
      light.brightness({ write: to('brightness') }),
      light.on({ write: to('on') }),
      property('label', { type: 'string', writeOnly: true }, { write: to('label') }),
    ],
  };
  const writeAll = (connector: Testing<unknown>, values: Record<string, unknown>) =>
    writeProperties(connector, context, { device: 'lamp', values });
  const merge = (first: Command, second: Command): Command | undefined =>
    [first, second].some(({ set }) => set === 'label')
      ? undefined
      : { set: `${first.set} ${second.set}`, to: second.to };

  test.each([
    [{ brightness: 40, on: true }, ['on', 'brightness']],
    [{ on: false, label: 'a' }, ['label', 'on']],
    [{ brightness: 0, on: false }, ['on', 'on']],
  ])('sends %j in the order %j', async (values, order) => {
    const { commands, connector } = recording({ devices: [device] });
    await writeAll(connector, values);
    expect(commands.map(({ set }) => set)).toEqual(order);
  });

  test('sends together those that the technology can, and resolves with those that can be read', async () => {
    const { commands, connector } = recording({ devices: [device] }, { merge });
    await writeAll(connector, { on: true, label: 'a', brightness: 40 });
    expect(commands).toEqual([
      { set: 'on brightness', to: 40 },
      { set: 'label', to: 'a' },
    ]);
  });

  test.each([
    [{ on: false, brightness: 40 }, 'on and brightness exclude'],
    [{ color: { hue: 0, saturation: 0 }, brightness: 0 }, 'color and brightness exclude'],
    [{ color: { hue: 0, saturation: 0 }, color_temperature: 2700 }, 'exclude each other'],
    [{ on: true, power: 1 }, 'no property power that can be written'],
  ])('of %j is Rejected, and nothing is sent: %s', async (values, message) => {
    const { commands, connector } = recording({ devices: [device] });
    const written = writeAll(connector, values);
    await expect(written).rejects.toBeInstanceOf(Rejected);
    await expect(written).rejects.toThrow(message);
    expect(commands).toEqual([]);
  });

  test('that fails says which were written', async () => {
    const { connector } = recording(
      { devices: [device] },
      {
        merge,
        async send(_remote, { set }) {
          if (set === 'label') throw new Unavailable('Away.');
        },
      },
    );
    const values = { on: true, brightness: 1, label: 'a' };
    const failure = { message: 'Away.', written: ['on', 'brightness'] };
    await expect(writeAll(connector, values)).rejects.toMatchObject(failure);
  });
});

test('an action is invoked with its input and resolves with its output', async () => {
  const { commands, connector } = recording({ devices: [lamp] });
  const blink = { device: 'lamp', action: 'blink', input: 3 };
  await expect(invokeAction(connector, context, blink)).resolves.toBe('done blink');
  expect(commands).toEqual([{ set: 'blink', to: 3 }]);
  for (const other of ['on', 'toString']) {
    const invoked = invokeAction(connector, context, { ...blink, action: other });
    await expect(invoked).rejects.toBeInstanceOf(Rejected);
  }
});

describe('the device of a write', () => {
  test('is found by its id and handle, without a poll', async () => {
    const lookups: unknown[] = [];
    const { commands, connector } = recording(new Error('must not be polled'), {
      find: async (_remote, device) => (lookups.push(device), lamp),
    });
    const reference = { device: 'lamp', handle: 'host 1' };
    await writeProperty(connector, context, { ...reference, property: 'on', value: true });
    expect(lookups).toEqual([{ id: 'lamp', handle: 'host 1' }]);
    expect(commands).toHaveLength(1);
  });

  test('that is gone is Unavailable, and nothing was sent', async () => {
    const gone = { sent: false, message: expect.stringContaining('not there any more') };
    const { connector } = recording({ devices: [lamp] });
    await expect(write(connector, 'on', true, 'other')).rejects.toMatchObject(gone);
    const finding = recording({ devices: [] }, { find: async () => undefined });
    await expect(write(finding.connector, 'on', true)).rejects.toMatchObject(gone);
    await expect(write(finding.connector, 'on', true)).rejects.toBeInstanceOf(DeviceUnavailable);
  });

  test.each<[string, Partial<Device<Command>>, DeviceReference['isUnavailable']]>([
    ['as the device says now', { available: false }, false],
    ['as was stored, when the device says nothing', {}, true],
  ])('that is unavailable %s is sent nothing', async (_whence, state, isUnavailable) => {
    const { commands, connector } = recording(new Error('must not be polled'), {
      find: async () => ({ ...lamp, ...state }),
    });
    const reference = { device: 'lamp', isUnavailable: isUnavailable! };
    const failure = { constructor: DeviceUnavailable, sent: false };
    const written = writeProperty(connector, context, {
      ...reference,
      property: 'on',
      value: true,
    });
    await expect(written).rejects.toMatchObject(failure);
    const invoked = invokeAction(connector, context, { ...reference, action: 'blink', input: 1 });
    await expect(invoked).rejects.toMatchObject(failure);
    expect(commands).toEqual([]);
  });

  test('that was unavailable and is there again, as it says or a poll finds, is sent the command', async () => {
    const written = { device: 'lamp', isUnavailable: true, property: 'on', value: true };
    const polled = recording({ devices: [lamp] });
    const found = recording({ devices: [] }, { find: async () => ({ ...lamp, available: true }) });
    for (const { commands, connector } of [polled, found]) {
      await writeProperty(connector, context, written);
      expect(commands).toHaveLength(1);
    }
  });

  test('that is on the part that failed fails for the same reason', async () => {
    const other = { device: 'other', failure: new Unavailable('other is away.') };
    const own = { device: 'lamp', failure: new Unauthorized('lamp refuses the password.') };
    const { connector } = recording({ devices: [], problems: [other, own] });
    await expect(write(connector, 'on', true)).rejects.toBe(own.failure);
    await expect(write(connector, 'on', true, 'third')).rejects.toThrow('other is away.');
  });

  test('that cannot be looked for was sent nothing; a command that fails may have been', async () => {
    const away = new Unavailable('Away.', { retryAfterMs: 5_000, sent: true });
    const searching = recording(away);
    const failed = { message: 'Away.', retryAfterMs: 5_000 };
    await expect(write(searching.connector, 'on', true)).rejects.toMatchObject({
      ...failed,
      sent: false,
    });
    const sending = recording({ devices: [lamp] }, { send: () => Promise.reject(away) });
    await expect(write(sending.connector, 'on', true)).rejects.toMatchObject({
      ...failed,
      sent: true,
    });
  });
});

test('a connection is opened for each poll and write, and closed afterwards', async () => {
  const log: string[] = [];
  type Remote = { name: string };
  const connector = defineConnector<z.ZodObject, typeof schemas.client.schema, Command, Remote>({
    id: 1,
    typeId: 'test',
    name: 'Test',
    description: '',
    logo: '',
    ...schemas,
    async connect(_context, use) {
      log.push('open');
      try {
        return await use({ name: 'remote' });
      } finally {
        log.push('close');
      }
    },
    async poll({ name }) {
      log.push(`poll ${name}`);
      return { devices: [lamp] };
    },
    async send({ name }, { set }) {
      log.push(`send ${set} to ${name}`);
      throw new Rejected('No.');
    },
  });
  await discover(connector, context);
  await expect(write(connector, 'on', true)).rejects.toBeInstanceOf(Rejected);
  expect(log).toEqual([
    'open',
    'poll remote',
    'close',
    'open',
    'poll remote',
    'send on to remote',
    'close',
  ]);
});
