import { describe, expect, test } from '@jest/globals';
import { readDescription } from './thing.js';

const found = {
  address: 'http://device.example/td/lamp',
  home: { origin: 'http://device.example' },
};
const read = (description: unknown) => readDescription(description, found);
const forms = [{ href: '/x' }];

/** JSON that is nested too deeply for recursion. */
const abyss = (): unknown => JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);

/** The first example of the Thing Description 1.1. */
const lamp = {
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:uuid:0804d572-cce8-422a-bb7c-4412fcd56f06',
  title: 'MyLampThing',
  securityDefinitions: { basic_sc: { scheme: 'basic', in: 'header' } },
  security: 'basic_sc',
  properties: {
    status: { type: 'string', forms: [{ href: 'https://mylamp.example.com/status' }] },
  },
  actions: { toggle: { forms: [{ href: 'https://mylamp.example.com/toggle' }] } },
  events: {
    overheating: {
      data: { type: 'string' },
      forms: [{ href: 'https://mylamp.example.com/oh', subprotocol: 'longpoll' }],
    },
  },
};

test('a Thing Description describes a thing', () => {
  const thing = read(lamp)!;
  expect(thing).toMatchObject({ id: lamp.id, title: 'MyLampThing', readAll: [] });
  const { affordance, read: reading, write } = thing.properties.get('status')!;
  expect(affordance).toEqual({ type: 'string' });
  expect(reading).toMatchObject([{ href: 'https://mylamp.example.com/status', method: 'GET' }]);
  expect(write).toMatchObject([{ href: 'https://mylamp.example.com/status', method: 'PUT' }]);
  expect(thing.actions.get('toggle')!.bind(undefined).forms).toMatchObject([{ method: 'POST' }]);
});

test('the types of a description are kept, but those that say nothing', () => {
  const typesOf = (type: unknown) => read({ ...lamp, '@type': type })!.types;
  expect(typesOf(undefined)).toEqual([]);
  expect(typesOf('Light')).toEqual(['Light']);
  expect(typesOf(['Thing', 'Light', 'saref:Lamp', 'Light'])).toEqual(['Light', 'saref:Lamp']);
  for (const invalid of [17, ['Light', 17], '', ['a\u0000', '..']]) {
    expect(typesOf(invalid)).toEqual([]);
  }
  expect(typesOf(Array.from({ length: 100 }, (_, n) => `Type${n}`))).toHaveLength(20);
});

test('relative addresses are resolved against the base, and the base against the address', () => {
  const hrefOf = (base: string | undefined, href: string) =>
    read({ title: 'A', base, properties: { a: { forms: [{ href }] } } })!.properties.get('a')!
      .read[0]!.href;
  expect(hrefOf(undefined, 'x')).toBe('http://device.example/td/x');
  expect(hrefOf('/api/', 'x')).toBe('http://device.example/api/x');
  expect(hrefOf('https://other.example/api/', 'x')).toBe('https://other.example/api/x');
  expect(hrefOf('mqtt://broker.example/', 'x')).toBe('http://device.example/td/x');
});

test('all terms of a data schema are kept, and no others', () => {
  const schema = {
    '@type': 'saref:Temperature',
    title: 'Temperature',
    titles: { de: 'Temperatur' },
    description: 'In the hall',
    type: 'number',
    unit: '°C',
    minimum: -20,
    maximum: 60,
    multipleOf: 0.5,
    oneOf: [{ const: 5 }],
    enum: [5, 7],
    default: 5,
    readOnly: true,
  };
  const strange = { security: 's', scopes: 'a', value: 5, observable: true, visible: true };
  const properties = { a: { ...schema, ...strange, forms, uriVariables: {} } };
  expect(read({ title: 'A', properties })!.properties.get('a')!.affordance).toEqual(schema);
});

test('null is a constant and a default like any other value, and nowhere else a term', () => {
  const properties = { a: { const: null, default: null, unit: null, minimum: null, forms } };
  const { affordance } = read({ title: 'A', properties })!.properties.get('a')!;
  expect(affordance).toEqual({ const: null, default: null });
});

test('a property without a form to write or to read is read-only or write-only', () => {
  const properties = {
    measured: { readOnly: true, forms },
    secret: { writeOnly: true, forms },
    shown: { forms: [{ href: '/x', op: 'readproperty' }] },
    set: { forms: [{ href: '/x', op: 'writeproperty' }] },
    watched: { forms: [{ href: '/x', op: 'observeproperty', subprotocol: 'sse' }] },
  };
  const thing = read({ title: 'A', properties })!;
  const said = [...thing.properties].map(([name, { affordance, read, write }]) => [
    name,
    affordance,
    [read.length, write.length],
  ]);
  expect(said).toEqual([
    ['measured', { readOnly: true }, [1, 0]],
    ['secret', { writeOnly: true }, [0, 1]],
    ['shown', { readOnly: true }, [1, 0]],
    ['set', { writeOnly: true }, [0, 1]],
  ]);
});

test('an action without a form to invoke it is left out', () => {
  const actions = {
    toggle: { forms },
    watched: { forms: [{ href: '/x', op: 'queryaction' }] },
    unreachable: { forms: [{ href: 'mqtt://broker.example/x' }] },
    none: { forms: [] },
  };
  expect([...read({ title: 'A', actions })!.actions.keys()]).toEqual(['toggle']);
});

test('the defaults of variables are those of the property, else of the thing', () => {
  const thing = read({
    title: 'A',
    uriVariables: { room: { type: 'string', default: 'hall' }, n: { default: 1 } },
    properties: {
      a: { forms: [{ href: '/{room}/{n}' }], uriVariables: { n: { default: 2 } } },
      b: { forms: [{ href: '/{room}/{unknown}' }] },
    },
  })!;
  expect([...thing.properties.keys()]).toEqual(['a']);
  expect(thing.properties.get('a')!.read[0]!.href).toBe('http://device.example/hall/2');
});

test('a form for all values is preferred to one for several', () => {
  const form = (href: string, op: string) => ({ href, op });
  const several = form('/several', 'readmultipleproperties');
  const hrefOf = (...given: object[]) => read({ ...lamp, forms: given })!.readAll[0]?.href;
  expect(hrefOf(several)).toBe('http://device.example/several');
  expect(hrefOf(several, form('/all', 'readallproperties'))).toBe('http://device.example/all');
  expect(hrefOf({ href: '/unsaid' })).toBeUndefined();
});

describe('an invalid part', () => {
  test.each([null, 17, 'text', [], {}, { title: 'Hello' }, { properties: {} }])(
    'is no description: %j',
    (given) => {
      expect(read(given)).toBeUndefined();
    },
  );

  test('of one property does not affect the others', () => {
    const properties = {
      good: { type: 'integer', forms },
      wrongType: { type: 'text', forms },
      wrongBound: { type: 'number', minimum: 'a', forms },
      contradiction: { readOnly: true, writeOnly: true, forms },
      nothing: null,
      text: 'text',
      deep: { type: 'object', properties: { a: { default: abyss() } }, forms },
      huge: { const: 'x'.repeat(100_000), forms },
      infinite: { enum: [JSON.parse('1e999')], forms },
      '.': { forms },
      '..': { forms },
      '': { forms },
      'a\u0007': { forms },
      ['x'.repeat(300)]: { forms },
    };
    expect([...read({ title: 'A', properties })!.properties.keys()]).toEqual(['good']);
    expect(read({ title: 'A', properties: [1], actions: lamp.actions })!.actions.size).toBe(1);
  });

  test('that is optional is left out alone', () => {
    const odd = { title: 5, description: {}, unit: '', '@type': 7, titles: 'x', enum: [] };
    const properties = { a: { type: 'string', ...odd, forms } };
    const actions = { b: { input: null, output: 17, safe: 'yes', forms }, c: { input: 17, forms } };
    const thing = read({ title: 'A', properties, actions })!;
    expect(thing.properties.get('a')!.affordance).toEqual({ type: 'string' });
    expect([...thing.actions].map(([name, { affordance }]) => [name, affordance])).toEqual([
      ['b', {}],
    ]);
  });

  test('of a text is removed, and long texts are cut', () => {
    const title = `a\u0000b${'😀'.repeat(400)}`;
    const thing = read({
      ...lamp,
      title,
      description: `\ud800${'x'.repeat(9000)}`,
      properties: { a: { title, unit: 'x'.repeat(300), forms } },
    })!;
    expect(thing.title).toBe(`a b${'😀'.repeat(253)}`);
    expect(thing.description).toHaveLength(4096);
    expect(thing.description!.isWellFormed()).toBe(true);
    const { affordance } = thing.properties.get('a')!;
    expect(affordance.title).toBe(thing.title);
    expect(affordance.unit).toHaveLength(256);
  });

  test('is left out when there are too many', () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`p${n}`, { forms }]));
    const thing = read({ title: 'A', properties: many, actions: many })!;
    expect([thing.properties.size, thing.actions.size]).toEqual([500, 500]);
  });
});

describe('the title', () => {
  test.each([
    [{ title: ' Lamp ' }, 'Lamp'],
    [{ name: 'Lamp' }, 'Lamp'],
    [{ titles: { de: 'Lampe', en: 'Lamp' } }, 'Lamp'],
    [{ titles: { de: 'Lampe' } }, 'Lampe'],
    [{ title: '  ' }, 'Thing'],
  ])('of %j is %s', (given, title) => {
    expect(read({ properties: {}, ...given })!.title).toBe(title);
  });
});

describe('the id', () => {
  test('is that of the description, else the address', () => {
    expect(read(lamp)!.id).toBe(lamp.id);
    expect(read({ ...lamp, id: undefined })!.id).toBe(found.address);
    expect(read({ ...lamp, id: '' })!.id).toBe(found.address);
  });

  test('of several things in a list is different', () => {
    const idOf = (more: object) =>
      readDescription({ ...lamp, id: undefined, ...more }, { ...found, isListed: true })!.id;
    expect(idOf({ href: '/things/1' })).toBe('http://device.example/things/1');
    expect(idOf({ title: 'One' })).not.toBe(idOf({ title: 'Other' }));
  });

  test.each(['x'.repeat(600), 'a\u0000b', '\ud800'])('can be stored', (id) => {
    const one = read({ ...lamp, id })!.id;
    expect(one).toMatch(/^urn:sha256:[0-9a-f]{64}$/);
    expect(read({ ...lamp, id: `${id}!` })!.id).not.toBe(one);
  });
});

describe('a WebThing', () => {
  const dimmer = {
    '@context': 'https://iot.mozilla.org/schemas',
    title: 'Dimmer',
    base: 'http://device.example/0',
    properties: {
      level: { type: 'integer', links: [{ rel: 'property', href: '/0/properties/level' }] },
      old: { type: 'boolean', label: 'Old', href: '/0/properties/old' },
      read: { readOnly: true, links: [{ href: '/0/properties/read' }] },
    },
    actions: { fade: { links: [{ rel: 'action', href: '/0/actions/fade' }] } },
    links: [{ rel: 'properties', href: '/0/properties' }],
  };

  test('has links instead of forms', () => {
    const thing = read(dimmer)!;
    const origin = 'http://device.example/0';
    expect(thing.readAll).toMatchObject([{ href: `${origin}/properties`, method: 'GET' }]);
    expect(thing.properties.get('level')).toMatchObject({
      affordance: { type: 'integer' },
      read: [{ href: `${origin}/properties/level`, wrappedIn: 'level' }],
      write: [{ method: 'PUT', wrappedIn: 'level' }],
    });
    expect(thing.properties.get('old')).toMatchObject({
      affordance: { type: 'boolean', title: 'Old' },
      read: [{ href: `${origin}/properties/old` }],
    });
    expect(thing.properties.get('read')!.write).toEqual([]);
    expect(thing.actions.get('fade')!.bind(undefined).forms).toMatchObject([
      { href: `${origin}/actions/fade`, method: 'POST', wrappedIn: 'fade' },
    ]);
  });

  test('behind a proxy that terminates TLS is reached by the address of the user', () => {
    const behind = {
      address: 'https://device.example/0',
      home: { origin: 'https://device.example' },
    };
    const thing = readDescription(dimmer, behind)!;
    expect(thing.readAll[0]!.href).toBe('https://device.example/0/properties');
    const elsewhere = { ...dimmer, base: 'http://other.example/0' };
    expect(readDescription(elsewhere, behind)!.readAll[0]!.href).toBe(
      'http://other.example/0/properties',
    );
  });
});
