import { describe, expect, test } from '@jest/globals';
import { apiUrlOf, client, instance } from './configuration.js';
import { netatmo } from './connector.js';

const given = {
  client_id: 'an id',
  client_secret: 'a secret',
  origin_callback_uri: 'https://app.example/connected?from=netatmo',
};

describe('an instance', () => {
  test('needs the credentials of the app and where browsers return', () => {
    expect(instance.parse(given)).toEqual(given);
    for (const name of Object.keys(given)) {
      expect(instance.safeParse({ ...given, [name]: undefined }).success).toBe(false);
      expect(instance.safeParse({ ...given, [name]: '' }).success).toBe(false);
    }
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://app.example/',
    '/connected',
    'app',
    'https://user:secret@app.example/',
    'https://user@app.example/',
    'https://app.example/#top',
    'https://app.example/#',
    `https://app.example/${'a'.repeat(2048)}`,
  ])('refuses the address %s', (address) => {
    for (const name of ['origin_callback_uri', 'authorization_endpoint', 'api_url']) {
      expect(instance.safeParse({ ...given, [name]: address }).success).toBe(false);
    }
  });

  test('uses the addresses of Netatmo by default', () => {
    const { server } = netatmo.oauth2!;
    expect(server(instance.parse(given))).toEqual({
      issuer: 'https://api.netatmo.com',
      authorization_endpoint: 'https://api.netatmo.com/oauth2/authorize',
      token_endpoint: 'https://api.netatmo.com/oauth2/token',
      revocation_endpoint: undefined,
    });
    expect(apiUrlOf(instance.parse(given))).toBe('https://api.netatmo.com/api');
    const other = { ...given, api_url: 'http://localhost:8080/api/', issuer: 'http://localhost' };
    expect(apiUrlOf(instance.parse(other))).toBe('http://localhost:8080/api');
    expect(server(instance.parse(other)).issuer).toBe('http://localhost');
  });
});

describe('a client', () => {
  test('may be empty', () => {
    expect(client.parse({})).toEqual({
      weather: true,
      air: true,
      energy: true,
      security: false,
      alarms: false,
      control: true,
      interval_ms: 300_000,
    });
  });

  const none = { weather: false, air: false, energy: false, control: false };
  const energy = ['read_thermostat', 'write_thermostat', 'read_smarther', 'write_smarther'];

  test.each([
    [{ ...none, weather: true }, ['read_station']],
    [{ ...none, air: true }, ['read_homecoach']],
    [{ ...none, energy: true }, energy],
    [
      { ...none, control: true },
      ['magellan', 'bubendorff', 'mhs1'].flatMap((one) => [`read_${one}`, `write_${one}`]),
    ],
    [{ ...none, alarms: true }, ['read_smokedetector', 'read_carbonmonoxidedetector']],
    [{ control: false }, ['read_station', 'read_homecoach', ...energy]],
  ])('such as %j requests the scopes of what it reads', (configuration, scopes) => {
    const requested = netatmo.oauth2!.scopes(client.parse(configuration), instance.parse(given));
    expect(requested).toEqual(scopes);
  });

  test.each([[none], [{ interval_ms: 999 }], [{ weather: 'yes' }]])(
    'cannot be %j',
    (configuration) => {
      expect(client.safeParse(configuration).success).toBe(false);
    },
  );
});
