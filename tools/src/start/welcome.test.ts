import { expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { serviceNames } from '../services.js';
import { launcherConfiguration, serviceEnvironment } from './configuration.js';
import { egressText, welcome } from './welcome.js';

const secrets = {
  databasePassword: 'a',
  jwtSecret: 'j'.repeat(32),
  secretsKeys: `a:${Buffer.alloc(32).toString('base64')}`,
  demoApp: { client_id: 'demo', client_secret: 'secret' },
};
const given = { address: 'http://a', demoApp: secrets.demoApp, signInCode: 'a+b' };
const databaseUrl = 'postgresql://trellis@localhost:5999/trellis';

/** The environment that the launcher gives the services when its own is this. */
const environmentOf = (own: Record<string, string>) =>
  serviceEnvironment(
    { configuration: readConfiguration(launcherConfiguration, own), secrets, databaseUrl },
    own,
  );

test.each([
  [{}, /this machine and all private networks \(EGRESS_PRIVATE=allow\)/],
  [{ EGRESS_PRIVATE: 'deny' }, /public addresses only/],
  [{ EGRESS_PRIVATE: 'deny', EGRESS_PRIVATE_NETWORKS: '10.0.0.0/8' }, /networks 10\.0\.0\.0\/8/],
])('it says what connectors may reach: %j', (own, expected) => {
  const environment = environmentOf(own as Record<string, string>);
  expect(egressText(environment)).toMatch(expected);
  const services = ['api-gateway' as const];
  const text = welcome({ ...given, services, environment });
  expect(text).toMatch(expected);
});

test.each([
  [{}, 'localhost:3000'],
  [{ EGRESS_DENY: 'a:1' }, 'a:1'],
  [{ EGRESS_DENY: '' }, ''],
  [
    { EGRESS_DENY: '', HEALTH_PORT: '8080' },
    'localhost:8080, localhost:8081, localhost:8082, localhost:8083',
  ],
])('connectors reach no probes, nor the gateway unless that is said: %j', (own, expected) => {
  const environment = environmentOf(own as Record<string, string>);
  expect(environment.EGRESS_DENY).toBe(expected);
  expect(egressText(environment)).toContain(
    `never the database, the queue${expected && ', '}${expected}.`,
  );
});

test('it has a link that signs in to the console and stays signed in, whose code browsers keep to themselves', () => {
  const environment = environmentOf({});
  const text = welcome({ ...given, services: [...serviceNames], environment });
  expect(text).toContain('http://a/console#client_id=demo&code=a%2Bb&keep=true\n');
});
