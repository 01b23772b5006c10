import { describe, expect, test } from '@jest/globals';
import { connectors } from './index.js';

test('every connector has a number and a type of its own', () => {
  expect(new Set(connectors.map(({ id }) => id)).size).toBe(connectors.length);
  expect(new Set(connectors.map(({ typeId }) => typeId)).size).toBe(connectors.length);
});

describe.each(connectors)('the connector $typeId', (connector) => {
  test('has a name, and a type that can stand in an address', () => {
    expect(connector.name).not.toBe('');
    expect(connector.typeId).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test('has samples that keep to their schemas', () => {
    expect(connector.instance.schema.safeParse(connector.instance.sample).error).toBeUndefined();
    expect(connector.client.schema.safeParse(connector.client.sample).error).toBeUndefined();
  });

  test('refuses a member that its configuration does not know', () => {
    const typo = { ...connector.client.sample, 'no such member': 1 };
    expect(connector.client.schema.safeParse(typo).success).toBe(false);
  });

  test('describes every member of its configurations', () => {
    for (const { schema } of [connector.instance, connector.client]) {
      for (const [name, member] of Object.entries(schema.shape)) {
        expect({ name, description: member.description }).toMatchObject({
          description: expect.stringMatching(/\S/),
        });
      }
    }
  });

  test('is polled no more often than every second', () => {
    const client = connector.client.schema.parse(connector.client.sample);
    expect(connector.interval(client)).toBeGreaterThanOrEqual(1000);
  });
});
