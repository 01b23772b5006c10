import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { discover, Unauthorized, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { instance } from './configuration.js';
import { httpJson } from './connector.js';
import { hmac } from './description/signing.js';
import { sign } from './sign.js';
import type { ApiServer } from './testing/server.js';
import { ecoFlow, keys, startEcoFlow, startSwitchBot, switchBot } from './testing/signed.js';

let api: ApiServer | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

const contextOf = (description: object, { host }: ApiServer, parameters: object = {}) =>
  contextFor(httpJson, {
    instance: description,
    client: { parameters: { host, ...keys, ...parameters } },
  });

const signing = (given: object) => ({
  ...hmac.parse({ scheme: 'hmac', key: 'k', text: [], ...given }),
  parameters: {},
});

describe('EcoFlow', () => {
  test('the example of its documentation', () => {
    const { headers } = sign(
      signing({
        key: 'WIbFEKre0s6sLnh4ei7SPUeYnptHG6V',
        text: [
          '{sorted_query}',
          '{sorted_body}',
          'accessKey=Fp4SvIprYSDPXtYJidEtUAd1o',
          'nonce=345164',
          'timestamp=1671171709428',
        ],
        join: '&',
        omits_empty: true,
        headers: { sign: '{signature}' },
      }),
      {
        url: new URL('https://api.ecoflow.com/iot-open/sign/device/quota'),
        method: 'PUT',
        headers: {},
        json: { sn: '123456789', params: { cmdSet: 11, id: 24, eps: 0 } },
      },
    );
    expect(headers).toEqual({
      sign: '07c13b65e037faf3b153d51613638fa80003c4c38d2407379a7f52851af1473e',
    });
  });

  test('lists, reads and writes what is signed', async () => {
    const server = await startEcoFlow();
    api = server;
    const { entities, problems } = await discover(httpJson, contextOf(ecoFlow, server));
    expect(problems).toEqual([]);
    expect(entities).toMatchObject([
      { id: 'DELTA1', title: 'Garage', values: { battery: 83, outlet: true } },
    ]);
    const write = { device: 'DELTA1', property: 'outlet', value: false };
    await writeProperty(httpJson, contextOf(ecoFlow, server), write);
    expect(server.written).toMatchObject([{ sn: 'DELTA1', params: { enabled: 0 } }]);
  });

  test('says that another key is wrong, without the key', async () => {
    api = await startEcoFlow();
    const wrong = { secret_key: 'another-secret-key' };
    const polled = discover(httpJson, contextOf(ecoFlow, api, wrong));
    await expect(polled).rejects.toBeInstanceOf(Unavailable);
    await expect(polled).rejects.not.toThrow(/another-secret-key/);
    expect(JSON.stringify(api.seen)).not.toContain('another-secret-key');
  });
});

describe('SwitchBot', () => {
  test('answers what is signed anew, in each poll', async () => {
    api = await startSwitchBot();
    for (let poll = 0; poll < 2; poll += 1) {
      const { entities } = await discover(httpJson, contextOf(switchBot, api));
      expect(entities).toMatchObject([{ id: 'C271', title: 'Meter of the attic' }]);
    }
    const nonces = api.seen.map(({ headers }) => headers.nonce);
    expect(new Set(nonces).size).toBe(2);
  });

  test('refuses another key', async () => {
    api = await startSwitchBot();
    const polled = discover(httpJson, contextOf(switchBot, api, { secret_key: 'other' }));
    await expect(polled).rejects.toBeInstanceOf(Unauthorized);
  });
});

test.each(['sha256', 'sha512', 'sha1'] as const)('a canonical request by %s', (algorithm) => {
  const { url, headers } = sign(
    signing({
      algorithm,
      text: ['{method}', '{path}', '{sorted_query}', '{query}', '', '{body_digest}', '{timestamp}'],
      join: '\n',
      encoding: 'hex_upper',
      timestamp: 'iso',
      headers: { Authorization: 'HMAC {signature}', 'X-Date': '{timestamp}' },
      query: { sign: '{signature}', nonce: '{nonce}' },
    }),
    {
      url: new URL('http://api.test/a%20b?b=2&a-c=1&a=%2F'),
      method: 'POST',
      headers: { accept: 'text/plain' },
      json: { on: true },
    },
  );
  const date = headers['X-Date']!;
  expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const digest = createHash(algorithm).update('{"on":true}').digest('hex');
  const text = `POST\n/a%20b\na=%2F&a-c=1&b=2\nb=2&a-c=1&a=%2F\n\n${digest}\n${date}`;
  const expected = createHmac(algorithm, 'k').update(text).digest('hex').toUpperCase();
  expect(headers).toMatchObject({ accept: 'text/plain', Authorization: `HMAC ${expected}` });
  expect(url.search).toMatch(
    new RegExp(`^\\?b=2&a-c=1&a=%2F&sign=${expected}&nonce=[0-9a-f-]{36}$`),
  );
});

test.each([
  ['an unknown variable of the text', { text: ['{none}'] }, 'authentication/text/0'],
  ['the signature in what is signed', { text: ['{signature}'] }, 'authentication/text/0'],
  ['a variable that a header lacks', { headers: { s: '{none}' } }, 'authentication/headers/s'],
  ['an unknown key', { key: '{none}' }, 'authentication/key'],
  ['a signature that is not sent', { headers: { s: 'x' } }, 'authentication'],
  [
    'a header of the connection',
    { headers: { Host: '{signature}' } },
    'authentication/headers/Host',
  ],
])('an error points at %s', (_what, member, at) => {
  const authentication = { ...ecoFlow.authentication, ...member };
  const { error } = instance.safeParse({ ...ecoFlow, authentication });
  expect(error?.issues.map(({ path }) => path.join('/'))).toContain(at);
});
