import { describe, expect, test } from '@jest/globals';
import { configurationSchema } from '@trellis/connector-sdk';
import { testConnector } from '@trellis/connector-sdk/testing';
import { connectors } from './index.js';
import { peers } from './testing/peers.js';
import { requireAgreement, textsOf } from './testing/configuration-schema.js';

test('the numbers and types that clients and addresses have stay as they are', () => {
  expect(Object.fromEntries(connectors.map(({ typeId, id }) => [typeId, id]))).toMatchObject({
    simulator: 1,
    'mqtt-discovery': 2,
    wot: 3,
    'philips-hue': 4,
    netatmo: 5,
    'home-assistant': 6,
    'http-json': 7,
    modbus: 8,
  });
});

test('every connector has a number and a type of its own', () => {
  expect(new Set(connectors.map(({ id }) => id)).size).toBe(connectors.length);
  expect(new Set(connectors.map(({ typeId }) => typeId)).size).toBe(connectors.length);
});

describe.each(connectors)('the connector $typeId', (connector) => {
  test('has a name, and a type that can stand in an address', () => {
    expect(connector.name).not.toBe('');
    expect(connector.typeId).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test('has samples that conform to their schemas', () => {
    expect(connector.instance.schema.safeParse(connector.instance.sample).error).toBeUndefined();
    expect(connector.client.schema.safeParse(connector.client.sample).error).toBeUndefined();
  });

  test('refuses a member that its configurations do not have', () => {
    for (const { schema, sample } of [connector.instance, connector.client]) {
      const misspelled = { ...(sample as object), 'no such member': 1 };
      expect(schema.safeParse(misspelled).success).toBe(false);
    }
  });

  test('has a title and a sentence for every member of its configurations', () => {
    for (const { schema } of [connector.instance, connector.client]) {
      for (const [name, member] of Object.entries(schema.shape)) {
        const { title, description } = member.meta() ?? {};
        expect({ name, title, description }).toEqual({
          name,
          title: expect.stringMatching(/^[A-Z].{1,39}$/),
          description: expect.stringMatching(/^[A-Z].{9,299}\.$/),
        });
      }
    }
  });

  test('marks the secrets in its configurations', () => {
    for (const { schema } of [connector.instance, connector.client]) {
      for (const [name, member] of textsOf(configurationSchema(schema))) {
        if (!/(password|secret|token|key)$/.test(name)) continue;
        expect({ name, ...member }).toMatchObject({ writeOnly: true, format: 'password' });
      }
    }
  });

  test('has steps only for members that the configuration of its clients has', () => {
    for (const { description, unless } of connector.connectSteps ?? []) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      if (unless !== undefined) expect(connector.client.schema.shape).toHaveProperty(unless);
    }
  });

  test.each(['instance', 'client'] as const)(
    'accepts as configuration of the %s what its JSON Schema does, but for what only code can check',
    (part) => requireAgreement(connector[part]),
  );

  test('has a default poll interval, and none below a second', () => {
    const { interval_ms: _interval, ...sample } = connector.client.sample as Record<
      string,
      unknown
    >;
    const { interval_ms } = connector.client.schema.parse(sample);
    expect(interval_ms).toBeGreaterThanOrEqual(1000);
    const tooShort = { ...sample, interval_ms: 999 };
    expect(connector.client.schema.safeParse(tooShort).success).toBe(false);
  });
});

for (const { connector, peer } of peers) {
  const { startPeer, isAvailable = true, without, capabilities } = peer;
  const group = isAvailable ? describe : describe.skip;
  group('with its peer,', () => testConnector(connector, startPeer, { without, capabilities }));
}
