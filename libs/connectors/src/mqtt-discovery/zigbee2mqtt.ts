import { z } from 'zod';
import type { Component } from './component-kind.js';
import { isTopic, type Payloads } from './payload.js';
import { Settings } from './settings.js';

/** The topic where Zigbee2MQTT describes all its devices (its page "MQTT topics"), if its base topic has one level. */
const devicesTopic = /^([^/]+)\/bridge\/devices$/;

export const bridgeTopics = ['+/bridge/devices'];

export const isBridgeTopic = (topic: string): boolean => devicesTopic.test(topic);

/** The most bridges of one broker, devices of a bridge, exposes and actions of a device, and actions in all. */
const maxBridges = 4;
const maxDevices = 1_000;
const maxExposes = 1_000;
const maxActions = 200;
const maxTriggers = 10_000;

const described = z.object({
  ieee_address: z.string().regex(/^0x[\da-f]{16}$/),
  friendly_name: z.string().min(1).max(512),
  definition: z.object({ exposes: z.array(z.unknown()) }),
});

/** The property by which remote controls tell what was pressed. */
const action = z.object({ name: z.literal('action'), values: z.array(z.unknown()) });

/** The values that stand for one action; others, such as `recall_*`, stand for many. */
const isAction = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value);

/**
 * Reads what the buttons of announced devices can do. Zigbee2MQTT announces a trigger only when it is used for the first
 * time; these are the same announcements.
 */
export function readActions(payloads: Payloads, announced: Component[]): Component[] {
  const bridges = [...payloads]
    .filter(([topic]) => isBridgeTopic(topic))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, maxBridges);
  if (bridges.length === 0) return [];
  // Each device is read once, however often it is listed.
  const unread = new Set(announced.flatMap(({ settings }) => identifiersOf(settings)));
  const triggers: Component[] = [];
  for (const [topic, { json }] of bridges) {
    for (const device of Array.isArray(json) ? json.slice(0, maxDevices) : []) {
      if (triggers.length >= maxTriggers) return triggers;
      triggers.push(...triggersOf(device, devicesTopic.exec(topic)![1]!, unread));
    }
  }
  return triggers;
}

function triggersOf(given: unknown, base: string, unread: Set<string>): Component[] {
  const { data: device } = described.safeParse(given);
  if (!device) return [];
  const { ieee_address: address, friendly_name: name, definition } = device;
  const identifier = `zigbee2mqtt_${address}`;
  const topic = `${base}/${name}/action`;
  if (!isTopic(topic) || !unread.delete(identifier)) return [];
  return actionsIn(definition.exposes).map((value) => ({
    kind: 'device_automation',
    key: `action_${value}`,
    id: `device_automation/${address}/action_${value}`,
    settings: new Settings({
      automation_type: 'trigger',
      type: 'action',
      subtype: value,
      payload: value,
      topic,
      device: { identifiers: [identifier], name },
    }),
  }));
}

/** Returns the distinct actions of the first property that has them. */
function actionsIn(exposes: unknown[]): string[] {
  for (const expose of exposes.slice(0, maxExposes)) {
    const { data } = action.safeParse(expose);
    if (data) return [...new Set(data.values.slice(0, maxActions).filter(isAction))];
  }
  return [];
}

const identifiersOf = (settings: Settings): string[] =>
  settings.object('device')?.texts('identifiers', 1) ?? [];

/** The member of a message that a template reads. */
const memberPattern = /value_json(?:\.(\w+)|\[["'](\w+)["']\])/;

/**
 * The members with what a device switches: `state`, one for each endpoint such as `state_left`, and the names of
 * single devices (zigbee-herdsman-converters). All others are settings and functions.
 */
const switchedMember = /^(?:state(?:_\w+)?|(?:relay_)?switch_?\d*|pump_\w+)$/;

function isOfZigbee2mqtt(settings: Settings): boolean {
  if (settings.object('origin')?.text('name') === 'Zigbee2MQTT') return true;
  return identifiersOf(settings).some((identifier) => identifier.startsWith('zigbee2mqtt_'));
}

/** Returns whether a switch is what the device is for. Zigbee2MQTT announces settings and functions as switches, too. */
export function isWhatDeviceSwitches(settings: Settings): boolean {
  if (!isOfZigbee2mqtt(settings)) return true;
  const [, member, quoted] = memberPattern.exec(settings.text('value_template') ?? '') ?? [];
  const name = member ?? quoted;
  return name === undefined || switchedMember.test(name);
}
