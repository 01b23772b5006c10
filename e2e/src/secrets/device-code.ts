import { expect } from '@jest/globals';
import { waitFor, type Account } from '@trellis/testing';
import type { Peers } from './peers.js';

interface Authorizing {
  account: Account;
  /** Sends requests whose answers must have no secret. */
  request: Account['request'];
  peers: Peers;
  clientSecret: string;
}

/** The configuration of a vendor whose end users enter codes. */
const description = (vendor: string, client_secret: string) => ({
  base_url: vendor,
  authentication: {
    scheme: 'oauth2',
    grant: 'device_code',
    device_authorization_endpoint: `${vendor}/codes`,
    token_endpoint: `${vendor}/codes/token`,
    issuer: vendor,
    client_id: 'app',
    client_secret,
  },
  requests: { all: { path: '/meters' } },
  devices: [{ request: 'all', id: 'one' }],
});

/** Begins to authorize a client whose requests are recorded; returns how to wait until the vendor has refused the code. */
export async function authorizeByCode({ account, request, peers, clientSecret }: Authorizing) {
  const connector_type_id = 'http-json';
  const instance = { connector_type_id, configuration: description(peers.address, clientSecret) };
  expect((await request('POST', '/connectors/instances', { body: instance })).status).toBe(201);
  const created = await request('POST', '/connectors/clients', {
    body: { connector_type_id, configuration: {} },
    subject: 'dave',
  });
  const debug = `/connectors/clients/${created.body.client_id}/debug`;
  expect((await request('POST', debug, { body: { minutes: 5 } })).status).toBe(200);
  const begun = await request('GET', created.headers.get('location')!);
  const state = new URL(begun.headers.get('location')!).hash.slice(1);
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
  const shown = async () => {
    const options = { body: { state }, headers: { cookie } };
    const { body } = await account.request('POST', '/connectors/codes', options);
    return body as { codes?: object; ended?: { error?: string } };
  };
  expect((await shown()).codes).toBeDefined();
  await waitFor(() => peers.requested('/codes/token') > 1, { what: 'token requests' });
  return () => waitFor(async () => (await shown()).ended?.error, { what: 'the refusal' });
}
