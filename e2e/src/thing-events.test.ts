import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  installed,
  newAccount,
  startMosquitto,
  waitFor,
  type TestMosquitto,
} from '@trellis/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { sharedStack } from './one-stack.js';
import { openStream } from './open-stream.js';

const stack = sharedStack();

/** A button as a program announces it that does not retain what happens. */
const button = {
  name: 'Button',
  event_types: ['single', 'double'],
  state_topic: 'button/state',
  device: { identifiers: ['button'], name: 'Button in the hall' },
};

interface Message {
  type: string;
  data: Record<string, unknown>;
}

(installed('mosquitto') ? describe : describe.skip)('a button on an MQTT broker', () => {
  const messages: Message[] = [];
  let app: Server;
  let broker: TestMosquitto;
  let home: MqttClient;

  beforeAll(async () => {
    app = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        messages.push(JSON.parse(text) as Message);
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    broker = (await startMosquitto({}))!;
    home = await connectAsync(broker.url);
  });
  afterAll(async () => {
    await home.endAsync();
    await broker.stop();
    app.closeAllConnections();
    app.close();
  });

  test('tells what is done with it: in the streams, and to the app that subscribed', async () => {
    const config = 'homeassistant/event/button/config';
    await home.publishAsync(config, JSON.stringify(button), { retain: true, qos: 1 });
    const { request, token } = newAccount(stack());
    const { port } = app.address() as AddressInfo;
    const callback = { url: `http://127.0.0.1:${port}/`, events: ['thing_event'] };
    expect((await request('PUT', '/callback', { body: callback })).status).toBe(201);
    const connector_type_id = 'mqtt-discovery';
    await request('POST', '/connectors/instances', {
      body: { connector_type_id, configuration: { broker_url: broker.url } },
    });
    const subject = 'alice';
    const { body: created } = await request('POST', '/connectors/clients', {
      subject,
      body: { connector_type_id, configuration: { interval_ms: 1000 } },
    });
    const client = `/connectors/clients/${created.client_id}`;
    await waitFor(
      async () => (await request('GET', client)).body.connection?.state === 'connected',
    );
    const { body: things } = await request('GET', '/things', {
      subject,
      headers: { accept: 'application/ld+json' },
    });
    const [form] = things[0].events.button.forms;
    expect(form).toMatchObject({
      op: ['subscribeevent', 'unsubscribeevent'],
      subprotocol: 'sse',
    });
    const all = await openStream(`${stack().address}/api/v1/events?type=thing_event`, { token });
    // The ticket in the address gives access.
    const own = await openStream(form.href);
    expect([all.status, own.status]).toEqual([200, 200]);
    await waitFor(() => all.lastId() !== undefined && own.lastId() !== undefined);

    const press = (type: string) =>
      home.publishAsync('button/state', JSON.stringify({ event_type: type }), { qos: 1 });
    await press('single');
    await press('single');
    await press('triple');
    await press('double');
    await waitFor(() => own.events.length === 3, { what: 'three events' });
    const carried = ['single', 'single', 'double'].map((event_type) => ({ event_type }));
    expect(own.events.map(({ event, data }) => ({ event, data }))).toEqual(
      carried.map((data) => ({ event: 'message', data })),
    );
    await waitFor(() => all.events.length === 3, { what: 'the same among all events' });
    const thing = things[0].base.slice(0, -1) as string;
    expect(all.events.map(({ event, data }) => ({ event, data }))).toEqual(
      carried.map((data) => ({
        event: 'thing_event',
        data: {
          time: expect.any(String),
          id: things[0].id,
          thing: { href: thing },
          event: { href: `${thing}/events/button`, name: 'button' },
          data,
          occurred_at: expect.any(String),
        },
      })),
    );
    await waitFor(() => messages.length === 3, { what: 'three messages' });
    expect(
      messages.map(({ data }) => (data.data as { event_type: string }).event_type).sort(),
    ).toEqual(['double', 'single', 'single']);
    expect(messages[0]).toMatchObject({
      type: 'thing_event',
      data: {
        client_id: created.client_id,
        thing_id: thing.split('/').at(-1),
        subject,
        event: 'button',
      },
    });
    own.close();

    const again = await openStream(form.href, { 'last-event-id': own.events[1]!.id });
    await waitFor(() => again.events.length === 1, { what: 'what came after the second event' });
    expect(again.events[0]!.data).toEqual({ event_type: 'double' });
    again.close();
    all.close();
    expect((await openStream(`${thing}/events/other`, { token })).status).toBe(404);
    await home.publishAsync(config, '', { retain: true, qos: 1 });
  });
});
