import { describe, expect, test } from '@jest/globals';
import { client, webSocketAddress } from './configuration.js';

const required = { url: 'http://homeassistant.local:8123', token: 'a token' };

test.each([
  ['http://homeassistant.local:8123', 'http://homeassistant.local:8123/api/websocket'],
  ['https://house.example/', 'https://house.example/api/websocket'],
  ['https://house.example/ha//?a=1#b', 'https://house.example/ha/api/websocket'],
  ['http://[fd00::1]:8123', 'http://[fd00::1]:8123/api/websocket'],
])('the WebSocket API of %s is at %s', (url, address) => {
  expect(String(webSocketAddress({ url }))).toBe(address);
});

describe('a configuration', () => {
  test('needs an address and a token', () => {
    expect(client.parse({ ...required, token: ' a token\n' })).toEqual({
      ...required,
      include: [],
      exclude: [],
      interval_ms: 10_000,
    });
  });

  test.each([
    [{ url: 'ftp://house.example' }],
    [{ url: 'house' }],
    [{ token: ' ' }],
    [{ exclude: ['Sensor.Secret'] }],
    [{ include: ['light.*'] }],
    [{ ca: 'no certificate' }],
    [{ interval_ms: 10 }],
  ])('with %j is refused', (wrong) => {
    expect(client.safeParse({ ...required, ...wrong }).success).toBe(false);
  });
});
