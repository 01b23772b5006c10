import { createRequire } from 'node:module';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from '@jest/globals';
import { type Thing, thing as thingSchema } from '@trellis/contracts';
import { createHrefs } from '../resources/hrefs.js';
import { directoryOf } from './directory.js';
import { describeThing } from './thing-description.js';

/** The JSON Schema of the W3C for Thing Descriptions 1.1. */
const schema = createRequire(import.meta.url)(
  'wot-thing-description-types/schema/td-json-schema-validation.json',
) as object;
const ajv = new Ajv.Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const hrefs = createHrefs('https://trellis.example');
const id = '0190b1f4-6d5c-7cc0-8000-000000000001';

function describeOne(definition: object): Record<string, unknown> {
  const thing: Thing = thingSchema.parse({
    id,
    title: 'Lamp',
    availability: { state: 'available' },
    creator: { kind: 'app', id: 'app' },
    created: '2026-11-21T00:00:00.000Z',
    modified: '2026-11-21T00:00:00.000Z',
    ...definition,
  });
  return describeThing(thing, { hrefs, ticket: 'ticket' });
}

test('the context of a Thing Description has the vocabularies of its types', () => {
  const described = describeOne({ types: ['Light'] });
  expect(described['@type']).toEqual(['Light']);
  expect(described['@context']).toEqual([
    'https://www.w3.org/2022/wot/td/v1.1',
    'https://webthings.io/schemas/',
    {
      htv: 'http://www.w3.org/2011/http#',
      saref: 'https://saref.etsi.org/core/',
      s4bldg: 'https://saref.etsi.org/saref4bldg/',
      quantitykind: 'http://qudt.org/vocab/quantitykind/',
      brick: 'https://brickschema.org/schema/Brick#',
      trellis: 'https://trellis.example/docs/terms#',
      '@vocab': 'https://trellis.example/docs#',
    },
  ]);
  expect(describeOne({})).not.toHaveProperty('@type');
});

function expectValid(description: unknown): void {
  validate(description);
  expect(validate.errors ?? []).toEqual([]);
}

/** Affordances with every term of a data schema. */
const everything = {
  on: { type: 'boolean', title: 'On', '@type': 'saref:OnOffState' },
  level: { type: 'number', unit: '%', minimum: 0, maximum: 100, multipleOf: 0.5, default: 50 },
  secret: { type: 'string', writeOnly: true, minLength: 4, maxLength: 8, pattern: '^[0-9]+$' },
  mode: { type: 'string', enum: ['eco', 'comfort'], readOnly: true },
  area: {
    type: 'object',
    required: ['x'],
    properties: { x: { type: 'integer' }, label: { oneOf: [{ type: 'string' }, { const: null }] } },
  },
  history: { type: 'array', items: [{ type: 'string', format: 'date-time' }], maxItems: 9 },
  anything: {},
  'strange name/ä?': { title: 'Name', titles: { de: 'Name' }, vendor: { specific: [1] } },
};

describe('a Thing Description', () => {
  test('without a title, or with a form without an address, is rejected by the W3C schema', () => {
    const described = describeOne({ properties: everything });
    expect(validate({ ...described, title: undefined })).toBe(false);
    expect(validate({ ...described, properties: { on: { forms: [{}] } } })).toBe(false);
  });

  test.each([
    ['of an empty thing', {}],
    ['with every term of a data schema', { properties: everything, values: { on: true } }],
    [
      'with actions',
      {
        actions: {
          press: {},
          set: { input: { type: 'integer' }, output: { type: 'string' }, idempotent: true },
        },
      },
    ],
    [
      'with events',
      { events: { rung: {}, pressed: { title: 'Pressed', data: { type: 'string' } } } },
    ],
    ['with types', { types: ['Light', 'saref:LightSwitch'] }],
    ['of a subject', { subject: 'alice', properties: everything }],
    ['of a connector', { creator: { kind: 'client', id }, subject: 'Zoë 日本', available: false }],
  ])('%s is valid by the W3C schema', (_what, definition) => {
    expectValid(describeOne(definition));
  });

  test('stays valid whatever an app sends', () => {
    const spoiled = (affordance: object) =>
      thingSchema.shape.properties.safeParse({ broken: affordance }).success;
    expect(spoiled({ enum: [] })).toBe(false);
    expect(spoiled({ enum: [1, 1] })).toBe(false);
    expect(spoiled({ minimum: '3' })).toBe(false);
    expect(spoiled({ type: 'text' })).toBe(false);
    expect(spoiled({ '@type': 'tm:ThingModel' })).toBe(false);
    expect(spoiled({ items: { minItems: -1 } })).toBe(false);
    expect(spoiled({ oneOf: { type: 'string' } })).toBe(false);
    expect(spoiled({ readOnly: true, writeOnly: true })).toBe(false);
    expect(spoiled({ properties: { a: { multipleOf: 0 } } })).toBe(false);
    const forms = [{ href: 'https://attacker.example' }];
    const described = describeOne({
      properties: { on: { forms } },
      actions: { press: { forms } },
      events: { rung: { forms } },
    });
    expectValid(described);
    expect(JSON.stringify(described)).not.toContain('attacker');
  });

  test('says when values that can be read have changed, as far as that is known', () => {
    const properties = { on: {}, level: {}, secret: { writeOnly: true } };
    const values = { on: true, level: 1, secret: 'x' };
    const value_times = { on: Date.UTC(2026, 0, 1), secret: 1, toString: 1 };
    const described = describeOne({ properties, values, value_times });
    expectValid(described);
    const { on, level, secret } = described.properties as Record<string, object>;
    expect(on).toMatchObject({ value: true, changed: '2026-01-01T00:00:00.000Z' });
    for (const property of [level, secret]) expect(property).not.toHaveProperty('changed');
  });

  test('has a form for each operation', () => {
    const described = describeOne({ properties: everything }) as {
      forms: { op: string[] }[];
      properties: Record<string, { forms: { op: string[]; href: string }[]; observable: boolean }>;
    };
    const operations = (name: string) => described.properties[name]!.forms.flatMap(({ op }) => op);
    expect(operations('level')).toEqual([
      'readproperty',
      'writeproperty',
      'observeproperty',
      'unobserveproperty',
    ]);
    expect(described.forms.flatMap(({ op }) => op)).toEqual([
      'readallproperties',
      'writemultipleproperties',
    ]);
    expect(operations('mode')).not.toContain('writeproperty');
    expect(operations('secret')).toEqual(['writeproperty']);
    expect(described.properties.secret!.observable).toBe(false);
    expect(described.properties['strange name/ä?']!.forms[0]!.href).toBe(
      `https://trellis.example/api/v1/things/${id}/properties/strange%20name%2F%C3%A4%3F`,
    );
  });

  test('has no form to write several properties when there is none that can be written', () => {
    const properties = { on: { type: 'boolean', readOnly: true } };
    expect(JSON.stringify(describeOne({ properties }))).not.toContain('writemultipleproperties');
  });

  test('has the stream of each event', () => {
    const { events } = describeOne({ events: { 'rung twice': { data: { type: 'integer' } } } });
    expect(events).toEqual({
      'rung twice': {
        data: { type: 'integer' },
        role: 'primary',
        forms: [
          {
            subprotocol: 'sse',
            href: expect.stringMatching(/\/events\/rung%20twice\?ticket=./),
            contentType: 'application/json',
            op: ['subscribeevent', 'unsubscribeevent'],
          },
        ],
      },
    });
  });

  test('has the subject header in its forms, if every client can send it', () => {
    const headersOf = (subject: string) => JSON.stringify(describeOne({ subject, properties: {} }));
    expect(headersOf('alice')).toContain(
      '"htv:headers":[{"htv:fieldName":"X-External-Subject-Id","htv:fieldValue":"alice"}]',
    );
    expect(headersOf('日本')).not.toContain('htv:headers');
  });
});

test('the directory is described by a valid Thing Description', () => {
  expectValid(directoryOf(hrefs));
  const events = Object.entries(directoryOf(hrefs).events);
  expect(events.map(([type]) => type)).toEqual(['thing_created', 'thing_updated', 'thing_deleted']);
  for (const [type, { forms }] of events) {
    expect(forms).toEqual([
      {
        href: `${hrefs.events}?type=${type}`,
        contentType: 'application/json',
        subprotocol: 'sse',
        op: ['subscribeevent', 'unsubscribeevent'],
      },
    ]);
  }
});
