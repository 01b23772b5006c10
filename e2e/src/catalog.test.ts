import { expect, test } from '@jest/globals';
import { readVendors, readYaml } from '@trellis/catalog/entries';
import { reachAt, recorded, startRecorded } from '@trellis/catalog/testing';
import { newAccount, request as anonymousRequest, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

/** Starts a server in place of a vendor that answers as is recorded. */
async function startVendor(id: string) {
  const [entry] = readVendors([id]);
  const { cases } = recorded.parse(readYaml(id, 'recorded'));
  const server = await startRecorded(cases[0]!);
  return { ...reachAt(server.host, entry!), server, devices: cases[0]!.devices };
}

test('a vendor of the catalogue is a connector that everybody sees', async () => {
  const path = '/connectors/descriptions/open-meteo';
  const { status, body } = await anonymousRequest(stack(), 'GET', path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: 100,
    type_id: 'open-meteo',
    name: 'Open-Meteo',
    category: 'Weather',
    logo: expect.stringMatching(/^data:image\/svg\+xml,/),
    instance_configuration_schema: { properties: { base_url: { type: 'string' } } },
    client_configuration_schema: {
      properties: { latitude: { type: 'number', minimum: -90, title: 'Latitude' } },
      required: ['latitude', 'longitude'],
    },
    translations: { de: { Weather: 'Wetter und Luft', Latitude: 'Geografische Breite' } },
  });
});

test('a vendor of the catalogue is tried and connected like any technology', async () => {
  const { server, instance } = await startVendor('open-meteo');
  try {
    const { request } = newAccount(stack());
    const type = { connector_type_id: 'open-meteo' };
    const configuration = { latitude: 52.52, longitude: 13.41, name: 'Berlin' };
    const attempt = {
      ...type,
      instance_configuration: instance,
      client_configuration: configuration,
    };
    expect(await request('POST', '/connectors/try', { body: attempt })).toMatchObject({
      status: 200,
      body: { status: 'STARTED', warnings: [], devices: [{ title: 'Berlin' }] },
    });
    const created = { ...type, configuration: instance };
    expect((await request('POST', '/connectors/instances', { body: created })).status).toBe(201);
    const subject = 'alice';
    const wrong = { ...type, configuration: { ...configuration, latitude: 91 } };
    expect(await request('POST', '/connectors/clients', { subject, body: wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/configuration/latitude' }] },
    });
    const body = { ...type, configuration };
    expect((await request('POST', '/connectors/clients', { subject, body })).status).toBe(201);
    const headers = { accept: 'application/ld+json' };
    const things = async () =>
      (await request('GET', '/things', { subject, headers })).body as { base: string }[];
    await waitFor(async () => (await things()).length === 1, { what: 'the weather' });
    const values = await request('GET', `${(await things())[0]!.base}properties`, { subject });
    expect(values.body).toMatchObject({ temperature: 8.4, humidity: 81, wind_speed: 14.8 });
  } finally {
    await server.stop();
  }
});
