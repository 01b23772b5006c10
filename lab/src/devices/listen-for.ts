import {
  createHttp,
  createResolver,
  discover,
  listen,
  type Connector,
  type DeviceEvent,
  type Entity,
} from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { startMosquitto, waitFor } from '@trellis/testing';
import mqtt, { type MqttClient } from 'mqtt';
import type { KnownDevice, Message } from './zigbee2mqtt.js';

/** The devices of a broker as the connector sees them. */
export interface Outcome {
  /** Result of a poll, which sees only retained messages. */
  polled: Entity[];
  /** Result of listening, each device with all its reported values. */
  reported: Entity[];
  events: DeviceEvent[];
  problems: string[];
}

const connector = connectors.find(({ typeId }) => typeId === 'mqtt-discovery') as Connector;

/** A device that publishes last: once its value arrives, all earlier ones have arrived. */
const last = { id: 'device:last', topic: 'zigbee2mqtt/last' };
const lastAnnouncement = {
  topic: 'homeassistant/sensor/last/config',
  payload: JSON.stringify({ state_topic: last.topic, device: { identifiers: ['last'] } }),
};

/** The state of Zigbee2MQTT, which is the availability topic of all its devices. */
const bridge = { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}' };

/** Announces devices at a Mosquitto, polls it, listens to it, and publishes their states without retaining them. */
export async function listenFor(devices: KnownDevice[]): Promise<Outcome> {
  const broker = await startMosquitto();
  if (!broker) throw new Error('Mosquitto is not installed.');
  const sender = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  try {
    const announcements = devices.flatMap((device) => device.announcements);
    const descriptions = {
      topic: 'zigbee2mqtt/bridge/devices',
      payload: JSON.stringify(devices.map(({ description }) => description)),
    };
    const known = [bridge, descriptions, ...announcements, lastAnnouncement];
    await publish(sender, known, { retain: true });
    const client = { broker_url: `mqtt://127.0.0.1:${broker.port}` };
    const { entities, problems } = await discover(connector, contextOf(client));
    const listening = startListening(client);
    await listening.isThere();
    for (const { laterAnnouncements, states } of devices) {
      await publish(sender, laterAnnouncements, { retain: true });
      await publish(sender, states);
    }
    await publish(sender, [{ topic: last.topic, payload: '1' }]);
    await listening.hasValue();
    await listening.stop();
    const others = ({ id }: Entity) => id !== last.id;
    return {
      polled: entities.filter(others),
      reported: [...listening.devices.values()].filter(others),
      events: listening.events,
      problems: problems.map(({ failure }) => failure.message),
    };
  } finally {
    await sender.endAsync();
    await broker.stop();
  }
}

function contextOf(client: object, signal = AbortSignal.timeout(300_000)) {
  const acquire = async () => undefined;
  const bounds = { signal, resolve: createResolver({ allowPrivate: true }), acquire };
  return {
    instance: connector.instance.schema.parse({}),
    client: connector.client.schema.parse(client),
    clientId: 'devices',
    isListening: false,
    memory: new Map<string, string>() as never,
    accessToken: async () => '',
    http: createHttp(bounds),
    ...bounds,
  };
}

function startListening(client: object) {
  const stopping = new AbortController();
  const devices = new Map<string, Entity>();
  const events: DeviceEvent[] = [];
  const ended = listen(connector, contextOf(client, stopping.signal), (update) => {
    for (const entity of update.entities) {
      const values = { ...devices.get(entity.id)?.values, ...entity.values };
      devices.set(entity.id, { ...entity, values });
    }
    events.push(...(update.events ?? []));
  }).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  const until = (isSo: () => boolean) => Promise.race([waitFor(isSo, { within: 120_000 }), ended]);
  return {
    devices,
    events,
    isThere: () => until(() => devices.has(last.id)),
    hasValue: () => until(() => Object.keys(devices.get(last.id)?.values ?? {}).length > 0),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function publish(sender: MqttClient, messages: Message[], { retain = false } = {}) {
  for (const { topic, payload } of messages.slice(0, -1)) {
    sender.publish(topic, payload, { retain, qos: 1 });
  }
  const final = messages.at(-1);
  if (final) await sender.publishAsync(final.topic, final.payload, { retain, qos: 1 });
}
