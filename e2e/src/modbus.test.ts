import { expect, test } from '@jest/globals';
import {
  hasPymodbus,
  heatPump,
  heatPumpMap,
  startPymodbus,
  sunspecMap,
} from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const subject = 'alice';
const type = { connector_type_id: 'modbus' };

const withPymodbus = hasPymodbus() ? test : test.skip;
withPymodbus('an inverter with SunSpec and a described heat pump become things', async () => {
  const server = await startPymodbus({ 1: sunspecMap('inverter'), 3: heatPumpMap() });
  try {
    const { request } = newAccount(stack());
    const instance = { ...type, configuration: { devices: [heatPump], sunspec: 'control' } };
    expect((await request('POST', '/connectors/instances', { body: instance })).status).toBe(201);
    const host = `${server.host}:${server.port}`;
    const create = (configuration: object) =>
      request('POST', '/connectors/clients', { subject, body: { ...type, configuration } });
    expect(await create({ host, model: 'sdm630' })).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/configuration/model', detail: 'Must be one of sunspec, heat_pump.' }],
      },
    });
    const units = [{ unit_id: 3, model: 'heat_pump' }];
    expect((await create({ host, units, interval_ms: 1000 })).status).toBe(201);

    const listed = { subject, headers: { accept: 'application/ld+json' } };
    const things = await waitFor(
      async () => {
        const { body } = await request('GET', '/things', listed);
        return body.length === 3 && (body as { id: string; title: string }[]);
      },
      { what: 'the things' },
    );
    const pathOf = (title: string) => {
      const { id } = things.find((thing) => thing.title === title)!;
      return `/things/${id.replace('urn:uuid:', '')}/properties`;
    };
    const inverter = pathOf('Example Symbol 10.0-3 (inverter)');
    const pump = pathOf('Heat pump');
    const write = (path: string, body: unknown) => request('PUT', path, { subject, body });
    expect((await write(`${inverter}/power_limit`, 60)).status).toBe(204);
    expect((await write(`${inverter}/power_limit`, 101)).status).toBe(400);
    expect((await write(`${pump}/target_temperature`, 22.5)).status).toBe(204);
    expect((await request('GET', inverter, { subject })).body).toMatchObject({
      power: -3287,
      power_limit: 60,
      state: 'running',
    });
    expect((await request('GET', pump, { subject })).body).toMatchObject({
      target_temperature: 22.5,
      on: false,
    });

    await server.change({ 3: null });
    const href = `${pump}/target_temperature`;
    expect(await write(href, 23)).toMatchObject({ status: 409 });
    await server.change({ 3: heatPumpMap('HP-0002') });
    expect((await write(href, 23)).body.type).toMatch(/#another_device$/);
  } finally {
    await server.stop();
  }
});
