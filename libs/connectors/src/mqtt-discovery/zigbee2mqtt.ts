import { groupBy } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Component } from './component-kind.js';
import { isTopic, type Payloads } from './payload.js';
import { Settings } from './settings.js';
import { identifiersOf, memberOf } from './zigbee2mqtt-members.js';

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
 * Reads what Zigbee2MQTT leaves out of its announcements, as the same announcements: the triggers of buttons, which it
 * announces only when they are used for the first time, and that a text is one of several, like a sensor of the class
 * `enum`. The announced options are left out, since devices report others, too.
 */
export function readDescriptions(
  payloads: Payloads,
  announced: Component[],
): { triggers: Component[]; choices: Component[] } {
  const bridges = [...payloads]
    .filter(([topic]) => isBridgeTopic(topic))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, maxBridges);
  const triggers: Component[] = [];
  const choices: Component[] = [];
  if (bridges.length === 0) return { triggers, choices };
  // Each device is read once, however often it is listed.
  const unread = groupBy(announced, ({ settings }) => identifiersOf(settings)[0]);
  for (const [topic, { json }] of bridges) {
    for (const given of Array.isArray(json) ? json.slice(0, maxDevices) : []) {
      if (triggers.length >= maxTriggers) return { triggers, choices };
      const { data: device } = described.safeParse(given);
      const identifier = `zigbee2mqtt_${device?.ieee_address}`;
      const components = unread.get(identifier);
      if (!device || !components) continue;
      unread.delete(identifier);
      triggers.push(...triggersOf(device, devicesTopic.exec(topic)![1]!));
      choices.push(...choicesOf(device, components));
    }
  }
  return { triggers, choices };
}

type Described = z.infer<typeof described>;

function triggersOf(device: Described, base: string): Component[] {
  const { ieee_address: address, friendly_name: name, definition } = device;
  const identifier = `zigbee2mqtt_${address}`;
  const topic = `${base}/${name}/action`;
  if (!isTopic(topic)) return [];
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

/** The options of a sensor that say what kind of value it has. */
const kindsOfValue = [
  'device_class',
  'unit_of_measurement',
  'state_class',
  'suggested_display_precision',
];

/** A value that is one of several. */
const oneOfSeveral = z.object({ type: z.literal('enum'), property: z.string() });

function choicesOf({ definition }: Described, components: Component[]): Component[] {
  const members = new Set(
    definition.exposes
      .slice(0, maxExposes)
      .flatMap((expose) => oneOfSeveral.safeParse(expose).data?.property ?? []),
  );
  return components.flatMap((component) => {
    const { kind, id, key, settings } = component;
    const isText = kind === 'sensor' && !kindsOfValue.some((option) => settings.has(option));
    if (!isText || !members.has(memberOf(settings) ?? '')) return [];
    return { kind, id, key, settings: settings.with({ device_class: 'enum' }) };
  });
}
