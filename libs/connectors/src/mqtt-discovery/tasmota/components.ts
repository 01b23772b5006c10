import type { Component } from '../component-kind.js';
import type { Payloads } from '../payload.js';
import { Settings } from '../settings.js';
import { announcement, answerTopics, topicsOf, describeOutputs } from './outputs.js';
import { describeSensors } from './sensors.js';

const prefix = 'tasmota/discovery';

export const tasmotaTopics = [`${prefix}/+/config`, `${prefix}/+/sensors`];

export const isTasmotaTopic = (topic: string): boolean => topic.startsWith(`${prefix}/`);

/** Reads the components of devices with Tasmota, which retain their announcement, but by default no state. */
export function readTasmota(payloads: Payloads): Component[] {
  return [...payloads]
    .filter(([topic]) => isTasmotaTopic(topic) && topic.endsWith('/config'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([topic, { json }]) => {
      const sensors = payloads.get(topic.replace(/config$/, 'sensors'))?.json;
      return componentsOf(json, sensors);
    });
}

function componentsOf(json: unknown, sensors: unknown): Component[] {
  const { data: device } = announcement.safeParse(json);
  if (!device) return [];
  const { telemetry } = topicsOf(device);
  const shared = {
    availability_topic: telemetry('LWT'),
    partial_topics: answerTopics(device),
    completed_topics: [telemetry('STATE'), telemetry('SENSOR')],
    payload_available: device.onln,
    payload_not_available: device.ofln,
    device: {
      identifiers: [device.mac],
      name: device.dn,
      manufacturer: 'Tasmota',
      model: device.md,
      sw_version: device.sw,
    },
  };
  return [...describeOutputs(device), ...describeSensors(device, sensors)].map(
    ({ kind, key, options }) => ({
      kind,
      key,
      id: `${kind}/tasmota/${device.mac}/${key}`,
      settings: new Settings(Object.assign({}, shared, options)),
    }),
  );
}
