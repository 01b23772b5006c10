import { describe, expect, test } from '@jest/globals';
import { checkClient, client, describeClient, instance } from './configuration.js';
import { instanceSample } from './sample.js';
import { heatPump } from './testing/heat-pump.js';

const property = { name: 'value', type: 'number', value: { address: 1 } };
const devicesWith = (changes: object, device: object = {}) => ({
  devices: [{ name: 'machine', properties: [{ ...property, ...changes }], ...device }],
});

test('the sample and the description of the tests are valid', () => {
  expect(instance.safeParse(instanceSample).error).toBeUndefined();
  expect(instance.safeParse({ devices: [heatPump] }).error).toBeUndefined();
});

describe('a description is refused', () => {
  const at = (path: string, message: string) => [
    { path: `devices.0.properties.0${path}`, message },
  ];
  test.each<[string, object, { path: string; message: string }[]]>([
    [
      'with a capability that does not exist',
      { capability: 'warmth', name: undefined, type: undefined },
      at('.capability', 'There is no such property.'),
    ],
    [
      'with neither capability nor name',
      { name: undefined },
      at('', 'Must have either a capability or a name.'),
    ],
    [
      'with a name of a capability',
      { name: 'power' },
      at('.name', 'Is the name of what a capability defines (power). Use that, or another name.'),
    ],
    ['without a type', { type: undefined }, at('.type', 'Is required.')],
    [
      'with a unit that cannot be converted',
      { unit: 'W', remote_unit: '°C' },
      at('.remote_unit', 'Cannot be converted to W.'),
    ],
    ['with a factor of 0', { factor: 0 }, at('.factor', 'Must not be 0.')],
    [
      'with a text without length',
      { type: 'string', value: { address: 1, type: 'string' } },
      at('.value.length', 'Is for texts, which need it.'),
    ],
    [
      'with a length of a number',
      { value: { address: 1, length: 2 } },
      at('.value.length', 'Is for texts, which need it.'),
    ],
    [
      'with bits beyond a register',
      { value: { address: 1, type: 'bits', bit: 12, bits: 5 } },
      at('.value.bits', 'A register has 16 bits.'),
    ],
    [
      'beyond the last register',
      { value: { address: 65_535, type: 'uint32' } },
      at('.value.address', 'Is beyond the last register.'),
    ],
    [
      'with a scale of a text',
      { type: 'string', value: { address: 1, type: 'string', length: 2, scale: { address: 4 } } },
      at('.value.scale', 'Is for numbers.'),
    ],
    [
      'with a write without bounds',
      { write: {} },
      [
        ...at('.minimum', 'Is required for what is written.'),
        ...at('.maximum', 'Is required for what is written.'),
      ],
    ],
    [
      'with a write of a boolean without a map',
      { type: 'boolean', write: {} },
      at('.map', 'Is required to write a value that is no number.'),
    ],
    [
      'with a write of an input',
      { value: { table: 'input', address: 1 }, write: {} },
      at('.write', 'Only holding registers and coils can be written.'),
    ],
    [
      'with a write of a bit',
      { value: { address: 1, type: 'bits' }, write: {} },
      at('.write', 'Neither bits of a register nor texts can be written.'),
    ],
  ])('%s', (_, changes, issues) => {
    const { error } = instance.safeParse(devicesWith(changes));
    expect(error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))).toEqual(
      issues,
    );
  });

  test('with an address of 0 where they are counted from 1', () => {
    const given = devicesWith({ value: { address: 0 } }, { first_address: 1 });
    expect(instance.safeParse(given).error?.issues[0]?.message).toBe('Addresses begin at 1 here.');
  });

  test('with two properties or two devices of one name', () => {
    const [device] = devicesWith({}).devices;
    const twice = { devices: [device, { ...device, properties: [property, property] }] };
    expect(instance.safeParse(twice).error?.issues).toMatchObject([
      { path: ['devices', 1, 'name'], message: 'Is there twice.' },
      { path: ['devices', 1, 'properties', 1], message: 'Is there twice.' },
    ]);
  });

  test('without devices where SunSpec is off', () => {
    expect(instance.safeParse({ sunspec: 'off' }).success).toBe(false);
  });
});

describe('the configuration of a client', () => {
  const given = instance.parse(instanceSample);
  const errorsOf = (configuration: object) =>
    checkClient({ instance: given, client: client.parse({ host: '192.0.2.1', ...configuration }) });

  test('has the models of the instance', () => {
    expect(errorsOf({ model: 'sdm630', units: [{ unit_id: 2, model: 'sunspec' }] })).toEqual([]);
    expect(errorsOf({ units: [{ unit_id: 2, model: 'sdm72' }] })).toEqual([
      { path: ['units', 0, 'model'], detail: 'Must be one of sunspec, sdm630.' },
    ]);
    expect(describeClient(given)).toMatchObject({
      properties: { model: { enum: ['sunspec', 'sdm630'], default: 'sunspec' } },
    });
  });

  test('has each device once', () => {
    expect(errorsOf({ units: [{ unit_id: 1 }] })).toEqual([
      { path: ['units', 0, 'unit_id'], detail: 'Is there twice.' },
    ]);
    expect(errorsOf({ units: [{ unit_id: 1, host: '192.0.2.2' }] })).toEqual([]);
  });
});
