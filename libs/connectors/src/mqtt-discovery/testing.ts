import { readFileSync } from 'node:fs';
import type { Entity } from '@trellis/connector-sdk';
import { groupByDevice } from './devices.js';
import { readComponents, type Component } from './discovery.js';
import { entityOf, modelOf, type Model } from './entity.js';
import { Payload } from './payload.js';
import { Settings } from './settings.js';

/** A message that a real device has published, kept by its broker. */
export interface RetainedMessage {
  topic: string;
  payload: string;
}

/** The names of the files with messages of real devices. */
export const fixtures = [
  ...['zigbee2mqtt-plug', 'zigbee2mqtt-motion', 'zigbee2mqtt-light'],
  ...['tasmota', 'esphome', 'device-discovery'],
];

/** The messages of a file in `fixtures`, in the form in which they were sent. */
export function fixture(name: string): RetainedMessage[] {
  const messages = JSON.parse(file(`${name}.json`)) as { topic: string; payload: unknown }[];
  return messages.map(({ topic, payload }) => ({
    topic,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  }));
}

/** The certificate of a broker at `localhost`, its key, and the authority that signed it (PEM). */
export function certificates(): { certificate: string; key: string; ca: string } {
  return {
    certificate: file('tls/broker.pem'),
    key: file('tls/broker-key.pem'),
    ca: file('tls/ca.pem'),
  };
}

function file(path: string): string {
  return readFileSync(new URL(`fixtures/${path}`, import.meta.url), 'utf8');
}

/** What topics hold, of messages in the order in which they came. */
export function payloadsOf(messages: RetainedMessage[]): Map<string, Payload> {
  return new Map(
    messages
      .filter(({ payload }) => payload !== '')
      .map(({ topic, payload }) => [topic, new Payload(payload)]),
  );
}

/** The devices that messages describe, as a poll would find them. */
export function entitiesOf(messages: RetainedMessage[]): Entity[] {
  const payloads = payloadsOf(messages);
  return groupByDevice(readComponents('homeassistant', payloads).components)
    .map(modelOf)
    .filter((model): model is Model => model !== undefined)
    .map((model) => entityOf(model, payloads));
}

/** A component as a single discovery message describes it. */
export function component(
  kind: string,
  key: string,
  options: Record<string, unknown> = {},
): Component {
  return { kind, key, id: `${kind}/${key}`, settings: new Settings(options) };
}
