import { describe, expect, test } from '@jest/globals';
import { configurationSchema, secret, type Connector } from '@trellis/connector-sdk';
import { catalog } from '@trellis/catalog';
import { connectors as programs } from '@trellis/connectors';
import { z } from 'zod';
import { showConfiguration } from './show.js';

const shape = z.strictObject({
  host: z.string(),
  password: z.string().optional().meta(secret),
  security: z
    .discriminatedUnion('scheme', [
      z.strictObject({
        scheme: z.literal('basic'),
        username: z.string(),
        password: z.string().meta(secret),
      }),
      z.strictObject({ scheme: z.literal('bearer'), token: z.string().meta(secret) }),
    ])
    .optional(),
  accounts: z
    .array(z.strictObject({ user: z.string(), key: z.string().optional().meta(secret) }))
    .optional(),
  keys: z.record(z.string(), z.string()).optional().meta({ writeOnly: true }),
  headers: z.record(z.string(), z.string()).optional(),
  pin: z.union([z.number(), z.string().meta(secret)]).optional(),
  anything: z.record(z.string(), z.unknown()).optional(),
});
const schema = configurationSchema(shape);
const shownOf = (configuration: object) => showConfiguration(schema, configuration);

describe('of a configuration', () => {
  test('everything is shown but the secrets, which are named', () => {
    const configuration = {
      host: 'hub',
      password: 'p',
      security: { scheme: 'bearer', token: 't' },
      keys: { door: 'k' },
      headers: { 'x/y': 'v' },
      pin: 1,
    };
    expect(shownOf(configuration)).toEqual({
      configuration: { host: 'hub', security: { scheme: 'bearer' }, headers: { 'x/y': 'v' } },
      secrets: ['/password', '/security/token', '/keys', '/pin'],
    });
    expect(shownOf({ host: 'hub', password: undefined })).toEqual({
      configuration: { host: 'hub' },
      secrets: [],
    });
  });

  test('what one of several alternatives calls a secret is none that is shown', () => {
    const basic = { scheme: 'basic', username: 'u', token: 'of another one' };
    expect(shownOf({ security: basic })).toEqual({
      configuration: { security: { scheme: 'basic', username: 'u' } },
      secrets: ['/security/token'],
    });
  });

  test('an array with a secret is not shown, since a patch would replace it without that', () => {
    expect(shownOf({ accounts: [{ user: 'a' }, { user: 'b', key: 'k' }] })).toEqual({
      configuration: {},
      secrets: ['/accounts/1/key'],
    });
    const accounts = [{ user: 'a' }, { user: 'b' }];
    expect(shownOf({ accounts }).configuration).toEqual({ accounts });
  });

  test('what the schema does not describe is left out', () => {
    const unknown = { later: 'x', anything: { token: 'x' }, security: { secret: 'x' } };
    expect(shownOf(unknown)).toEqual({ configuration: {}, secrets: [] });
    const elsewhere = { type: 'object', properties: { a: { $ref: 'https://x.example' } } };
    expect(showConfiguration(elsewhere, { a: 'x' })).toMatchObject({ configuration: {} });
  });

  test('an address with credentials is a secret', () => {
    const configuration = { host: 'https://user:password@hub.example/' };
    expect(shownOf(configuration)).toEqual({ configuration: {}, secrets: ['/host'] });
  });
});

interface Schema {
  writeOnly?: boolean;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

const connectors: readonly Connector[] = [...programs, ...catalog];

const marks = { secret: 'a-secret-4711', open: 'shown-0815' };

/** Values that a schema describes, with each member and alternative in at least one of them. */
function valuesOf(schema: Schema, isSecret = false): unknown[] {
  const inside = isSecret || schema.writeOnly === true;
  const { oneOf, anyOf, properties, items, additionalProperties: others } = schema;
  if (oneOf ?? anyOf) return [...(oneOf ?? anyOf)!].flatMap((one) => valuesOf(one, inside));
  if (schema.const !== undefined && !inside) return [schema.const];
  if (schema.enum && !inside) return [schema.enum[0]];
  if (schema.type === 'array') return valuesOf(items ?? {}, inside).map((item) => [item]);
  if (schema.type !== 'object') return [inside ? marks.secret : marks.open];
  const members = { ...properties, ...(typeof others === 'object' && { other: others }) };
  return Object.entries(members).flatMap(([name, member]) =>
    valuesOf(member, inside).map((value) => ({ [name]: value })),
  );
}

const has = (value: unknown, mark: string): boolean => JSON.stringify(value).includes(mark);

/** The schemas of the configurations of a connector; where an instance declares parameters, one of them is a secret. */
function schemasOf({ instance, client, describeClient }: Connector): Schema[] {
  const schemas = [instance, client].map(({ schema }) => configurationSchema(schema));
  if (!describeClient) return schemas;
  const sample: { parameters?: object } = instance.sample;
  const parameters = { ...sample.parameters, key: { type: 'text', secret: true } };
  const described = sample.parameters ? { ...sample, parameters } : sample;
  return [schemas[0]!, describeClient(instance.schema.parse(described))];
}

describe.each(connectors.map((connector) => [connector.typeId, connector] as const))(
  'of the configurations of %s',
  (_type, connector) => {
    const given = schemasOf(connector).flatMap((schema) =>
      valuesOf(schema).map((value) => ({ schema, value: value as object })),
    );

    test('no secret is shown, and everything else is', () => {
      expect(given.length).toBeGreaterThan(0);
      for (const { schema, value } of given) {
        const { configuration, secrets } = showConfiguration({ ...schema }, value);
        expect({ value, shown: has(configuration, marks.secret) }).toEqual({ value, shown: false });
        if (has(value, marks.secret)) expect(secrets).toHaveLength(1);
        else expect(configuration).toEqual(value);
      }
    });
  },
);

test('the connectors have secrets that this is tested with', () => {
  const secrets = connectors.flatMap((connector) =>
    schemasOf(connector)
      .flatMap((schema) => valuesOf(schema))
      .filter((value) => has(value, marks.secret)),
  );
  expect(secrets.length).toBeGreaterThan(6);
});
