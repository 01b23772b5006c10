import { readFileSync } from 'node:fs';
import type { Device } from '@trellis/connector-sdk';
import type { Publication, Component } from '../component-kind.js';
import { toDevice } from '../device.js';
import { readComponents, type DiscoverySettings } from '../discovery.js';
import { groupByDevice } from '../grouping.js';
import { Payload, type Payloads } from '../payload.js';
import { Settings } from '../settings.js';

/** A message that a real device has published, retained by its broker. */
export interface RetainedMessage {
  topic: string;
  payload: string;
}

/** The names of the files with messages of real devices. */
export const fixtures = [
  'zigbee2mqtt-plug',
  'zigbee2mqtt-motion',
  'zigbee2mqtt-light',
  'tasmota',
  'tasmota-native',
  'esphome',
  'device-discovery',
];

/** The messages of a file in `fixtures`, in the form in which they were sent. */
export function fixture(name: string): RetainedMessage[] {
  const messages = JSON.parse(readText(`${name}.json`)) as { topic: string; payload: unknown }[];
  return messages.map(({ topic, payload }) => retained(topic, payload));
}

/** A retained message; its payload is JSON unless it is a text. */
export const retained = (topic: string, payload: unknown): RetainedMessage => ({
  topic,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

/** The certificate of a broker at `localhost`, its key, and the authority that signed it (PEM). */
export function certificates(): { certificate: string; key: string; ca: string } {
  return {
    certificate: readText('tls/broker.pem'),
    key: readText('tls/broker-key.pem'),
    ca: readText('tls/ca.pem'),
  };
}

const readText = (path: string): string =>
  readFileSync(new URL(`fixtures/${path}`, import.meta.url), 'utf8');

/** Returns the messages of topics after these messages. */
export const payloadsOf = (messages: RetainedMessage[]): Payloads =>
  new Map(
    messages
      .filter(({ payload }) => payload !== '')
      .map(({ topic, payload }) => [topic, new Payload(payload)]),
  );

/** Returns the devices in discovery messages, before the state is read. */
export const groupsOf = (
  messages: RetainedMessage[],
  temperatureUnit: DiscoverySettings['temperatureUnit'] = 'C',
) => {
  const settings = { prefix: 'homeassistant', temperatureUnit };
  return groupByDevice(readComponents(settings, payloadsOf(messages)).components);
};

/** The devices that messages describe, as a poll finds them. */
export function devicesOf(
  messages: RetainedMessage[],
  temperatureUnit?: DiscoverySettings['temperatureUnit'],
): Device<Publication[]>[] {
  const payloads = payloadsOf(messages);
  return groupsOf(messages, temperatureUnit)
    .map((group) => toDevice(group, payloads))
    .filter((device) => device !== undefined);
}

export const properties = ({ abilities }: Device) => abilities.filter((one) => 'property' in one);

/** The values of a device by the names of its properties; without those that are not known. */
export const values = (device: Device) =>
  Object.fromEntries(
    properties(device).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );

/** A component as a discovery message of its own describes it. */
export const component = (
  kind: string,
  key: string,
  options: Record<string, unknown> = {},
): Component => ({ kind, key, id: `${kind}/${key}`, settings: new Settings(options) });
