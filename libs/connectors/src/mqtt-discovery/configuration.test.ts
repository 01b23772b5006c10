import { describe, expect, test } from '@jest/globals';
import { Misconfigured } from '@trellis/connector-sdk';
import { brokerAddress, client, instance } from './configuration.js';
import { mqttDiscovery } from './connector.js';
import { certificates } from './testing/fixtures.js';

describe('the configuration of a client', () => {
  test('has defaults for all but the broker', () => {
    expect(client.parse({ broker_url: 'mqtt://broker' })).toEqual({
      broker_url: 'mqtt://broker',
      discovery_prefix: 'homeassistant',
      temperature_unit: 'C',
      interval_ms: 10_000,
    });
  });

  test('is described, field by field', () => {
    for (const [name, field] of [
      ...Object.entries(client.shape),
      ...Object.entries(instance.shape),
    ]) {
      expect([name, field.description]).toEqual([name, expect.stringMatching(/\.$/)]);
    }
    expect(client.safeParse(mqttDiscovery.client.sample).success).toBe(true);
    expect(instance.safeParse(mqttDiscovery.instance.sample).success).toBe(true);
  });

  test.each([
    { broker_url: 'http://broker' },
    { broker_url: 'broker:1883' },
    { broker_url: 'mqtt://' },
    { broker_url: 'mqtt://user:secret@broker' },
    { broker_url: 'mqtt://user@broker' },
    { broker_url: 'mqtt://broker/path' },
    { broker_url: 'mqtt://broker?x=1' },
    { broker_url: 'mqtt://broker#x' },
    { broker_url: 'ws://user:secret@broker/mqtt' },
    { broker_url: 'wss://broker/mqtt?token=x' },
    { broker_url: 'wss://broker/mqtt#x' },
    { discovery_prefix: '' },
    { discovery_prefix: 'home/#' },
    { discovery_prefix: 'home/+' },
    { discovery_prefix: '/home' },
    { discovery_prefix: 'home/' },
    { discovery_prefix: 'ho\u0000me' },
    { discovery_prefix: '$share/group' },
    { interval_ms: 999 },
    { interval_ms: 1000.5 },
    { password: 'without a user' },
    { username: '' },
    { username: 'a\u0000b' },
    { ca: 'no certificate' },
    { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    { unknown: true },
  ])('%j is refused', (configuration) => {
    expect(client.safeParse(configuration).success).toBe(false);
  });

  test('takes the certificate of an authority', () => {
    expect(client.safeParse({ ca: certificates().ca }).success).toBe(true);
  });

  test('no refusal repeats the credentials', () => {
    const { error } = client.safeParse({ broker_url: 'mqtt://user:secret@broker' });
    expect(JSON.stringify(error?.issues)).not.toContain('secret');
  });
});

describe('the broker of a client', () => {
  const address = (ofInstance: object, ofClient: object) =>
    brokerAddress(instance.parse(ofInstance), client.parse(ofClient));

  test.each([
    ['mqtt://broker', { hostname: 'broker', port: 1883, tls: false }],
    ['mqtts://broker', { hostname: 'broker', port: 8883, tls: true }],
    ['mqtts://broker:1234/', { hostname: 'broker', port: 1234, tls: true }],
    ['mqtt://[::1]:1883', { hostname: '[::1]', port: 1883, tls: false }],
    ['mqtt://broker', { webSocketUrl: undefined }],
    ['ws://broker:9001', { webSocketUrl: 'ws://broker:9001' }],
    ['wss://broker/mqtt', { webSocketUrl: 'wss://broker/mqtt' }],
  ])('%s', (broker_url, expected) => {
    expect(address({}, { broker_url })).toMatchObject(expected);
  });

  test("is its own before its instance's", () => {
    const other = { broker_url: 'mqtt://other' };
    expect(address(other, { broker_url: 'mqtt://own' }).hostname).toBe('own');
    expect(address(other, {}).hostname).toBe('other');
  });

  test('must be named by one of the two', () => {
    expect(() => address({}, {})).toThrow(Misconfigured);
  });
});
