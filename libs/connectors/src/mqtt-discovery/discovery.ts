import { isObject } from '@trellis/connector-sdk';
import { deviceAbbreviations, expand } from './abbreviations.js';
import type { Component } from './component-kind.js';
import type { Payloads } from './payload.js';
import { Settings } from './settings.js';
import { isTasmotaTopic, readTasmota, tasmotaTopics } from './tasmota/components.js';
import { bridgeTopics, isBridgeTopic, readDescriptions } from './zigbee2mqtt.js';

const maxComponents = 20_000;

const maxAvailabilityTopics = 10;

export function discoveryTopics(prefix: string): string[] {
  return [`${prefix}/+/+/config`, `${prefix}/+/+/+/config`];
}

/** How the announcements of a broker are found and understood. */
export interface DiscoverySettings {
  /** The first part of the topics. */
  prefix: string;
  /** The unit of temperatures that name none; Home Assistant takes that of the house. */
  temperatureUnit: 'C' | 'F';
}

/** Returns whether a topic is for announcements; states may also be below the prefix. */
export const isDiscoveryTopic = (prefix: string, topic: string): boolean =>
  topic.endsWith('/config') && parseTopic(prefix, topic) !== undefined;

/** Topics with further announcements, which a broker need not let everybody read. */
export const furtherTopics = [...tasmotaTopics, ...bridgeTopics];

export const isFurtherTopic = (topic: string): boolean =>
  isTasmotaTopic(topic) || isBridgeTopic(topic);

interface DiscoveryTopic {
  kind: string;
  node: string | undefined;
  object: string;
}

/**
 * Reads the components in the discovery messages of a broker, in whatever order they came. Invalid messages are
 * ignored, and so are empty ones, by which a device removes a component. Source: Home Assistant, page "MQTT", "MQTT
 * Discovery".
 */
export function readComponents(
  { prefix, temperatureUnit }: DiscoverySettings,
  payloads: Payloads,
): { components: Component[]; complete: boolean } {
  const found = new Map<string, Component>();
  for (const [topic, payload] of [...payloads].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parts = parseTopic(prefix, topic);
    const { json } = payload;
    if (!parts || !isObject(json)) continue;
    const announced = parts.kind === 'device' ? ofDevice(parts, json) : [ofTopic(parts, json)];
    for (const { options, ...rest } of announced) {
      const settings = new Settings(withUnit(rest.kind, options, temperatureUnit));
      const component = { ...rest, settings };
      if (found.size >= maxComponents) return { components: [...found.values()], complete: false };
      // While a device moves from single messages to one for all, both exist briefly.
      if (parts.kind === 'device' || !found.has(component.id)) found.set(component.id, component);
    }
  }
  const { triggers, choices } = readDescriptions(payloads, [...found.values()]);
  for (const component of choices) found.set(component.id, component);
  for (const component of [...readTasmota(payloads), ...triggers]) {
    if (found.size >= maxComponents) return { components: [...found.values()], complete: false };
    if (!found.has(component.id)) found.set(component.id, component);
  }
  return { components: [...found.values()], complete: true };
}

const topicPattern = /^(\w+)\/(?:([\w-]+)\/)?([\w-]+)\/config$/;

function parseTopic(prefix: string, topic: string): DiscoveryTopic | undefined {
  if (!topic.startsWith(`${prefix}/`)) return undefined;
  const [, kind, node, object] = topicPattern.exec(topic.slice(prefix.length + 1)) ?? [];
  return kind && object ? { kind, node, object } : undefined;
}

type Announced = Omit<Component, 'settings'> & { options: Record<string, unknown> };

function ofTopic({ kind, node, object }: DiscoveryTopic, json: Record<string, unknown>): Announced {
  return {
    kind,
    id: [kind, ...(node ? [node] : []), object].join('/'),
    key: object,
    options: withBase(expandAll(json)),
  };
}

/** The options of a message for a device that apply to each of its components. */
const shared = [
  'availability',
  'availability_mode',
  'availability_template',
  'availability_topic',
  'payload_available',
  'payload_not_available',
  'command_topic',
  'state_topic',
  'encoding',
  'qos',
  'device',
  '~',
];

/** Reads the components of a message for a device. One with only a platform was removed. */
function ofDevice({ node, object }: DiscoveryTopic, json: Record<string, unknown>): Announced[] {
  const whole = expandAll(json);
  if (!isObject(whole.components)) return [];
  const common = Object.fromEntries(
    shared.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name]]),
  );
  return Object.entries(whole.components).flatMap(([key, value]) => {
    const { platform, ...own } = isObject(value) ? expandAll(value) : {};
    if (typeof platform !== 'string' || Object.keys(own).length === 0) return [];
    return {
      kind: platform,
      id: [platform, object, ...(node ? [node] : []), key].join('/'),
      key,
      options: withBase({ ...common, ...own }),
    };
  });
}

/** Replaces short names of options, also within `device` and `availability`. */
function expandAll(json: Record<string, unknown>): Record<string, unknown> {
  const { device, availability, ...rest } = expand(json);
  return {
    ...rest,
    ...(isObject(device) ? { device: expand(device, deviceAbbreviations) } : {}),
    ...(availability === undefined ? {} : { availability: expandAvailability(availability) }),
  };
}

/** Returns the list of availability topics; a single one may come without a list. */
function expandAvailability(availability: unknown): Record<string, unknown>[] {
  const list = Array.isArray(availability) ? availability : [availability];
  return list
    .slice(0, maxAvailabilityTopics)
    .filter(isObject)
    .map((item) => expand(item));
}

/** Replaces `~` by the base topic, at the beginning or the end of every topic. */
function withBase(options: Record<string, unknown>): Record<string, unknown> {
  const { '~': base, ...rest } = options;
  if (typeof base !== 'string') return rest;
  const replaced = Object.entries(rest).map(([name, value]) => {
    if (name === 'availability' && Array.isArray(value)) {
      return [name, value.filter(isObject).map((item) => withBase({ ...item, '~': base }))];
    }
    return [name, name.endsWith('topic') ? withBaseTopic(base, value) : value];
  });
  return Object.fromEntries(replaced) as Record<string, unknown>;
}

function withBaseTopic(base: string, topic: unknown): unknown {
  if (typeof topic !== 'string') return topic;
  if (topic.startsWith('~')) return base + topic.slice(1);
  return topic.endsWith('~') ? topic.slice(0, -1) + base : topic;
}

/** Adds the unit of the house to a component that has temperatures and does not say in which unit. */
function withUnit(
  kind: string,
  options: Record<string, unknown>,
  unit: DiscoverySettings['temperatureUnit'],
): Record<string, unknown> {
  const isThermostat = kind === 'climate' || kind === 'water_heater';
  const isTemperature =
    (kind === 'sensor' || kind === 'number') && options.device_class === 'temperature';
  if (isThermostat && !options.temperature_unit) return { ...options, temperature_unit: unit };
  if (!isTemperature || options.unit_of_measurement) return options;
  return { ...options, unit_of_measurement: `°${unit}` };
}
