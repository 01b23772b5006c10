import { isDeepStrictEqual } from 'node:util';
import {
  convertUnit,
  event,
  isConvertible,
  isObject,
  parseJson,
  parseKey,
  withKeys,
  type Entity,
} from '@trellis/connector-sdk';
import { compileTemplate, createBudget } from '@trellis/jinja';
import { idOf, type KnownDevice } from './zigbee2mqtt.js';

type Options = Record<string, unknown>;

/** A value of an entity of Home Assistant. */
interface Computed {
  /** The unique id of the entity, after its kind. */
  part: string;
  /** The property that shows it, if its entity has several values. */
  property?: string;
  /** Undefined when the state is unknown. */
  value: boolean | number | string | undefined;
  unit?: string | undefined;
}

/** How a value of an entity follows from the text that its template makes (home-assistant.io, the page of each kind). */
interface Rule {
  template: string;
  topic?: string;
  property?: string;
  decode(text: string, options: Options): Computed['value'];
}

const numberIn = (text: string): number | undefined =>
  text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);

const notNumeric = new Set<unknown>(['date', 'timestamp', 'uptime', 'enum']);

/** A sensor is numeric by its class, its unit or its state class. */
const isNumeric = ({
  device_class: deviceClass,
  unit_of_measurement: unit,
  state_class,
}: Options) =>
  deviceClass === undefined || deviceClass === null
    ? unit !== undefined || state_class !== undefined
    : !notNumeric.has(deviceClass);

const isOneOf = (text: string, on: unknown, off: unknown): boolean | undefined =>
  text === textOf(on) ? true : text === textOf(off) ? false : undefined;

/** Python writes booleans with a capital letter. */
const textOf = (given: unknown): string =>
  typeof given === 'boolean' ? (given ? 'True' : 'False') : String(given);

const rules: Record<string, Rule[]> = {
  sensor: [
    {
      template: 'value_template',
      decode: (text, options) => (isNumeric(options) ? numberIn(text) : text),
    },
  ],
  binary_sensor: [
    {
      template: 'value_template',
      decode(text, { payload_on: on = 'ON', payload_off: off = 'OFF', device_class }) {
        const state = isOneOf(text, on, off);
        // True is unlocked in Home Assistant, and locked in Trellis.
        return device_class === 'lock' && state !== undefined ? !state : state;
      },
    },
  ],
  switch: [
    {
      template: 'value_template',
      decode: (text, { payload_on: on = 'ON', payload_off: off = 'OFF', ...options }) =>
        isOneOf(text, options.state_on ?? on, options.state_off ?? off),
    },
  ],
  number: [
    {
      template: 'value_template',
      decode(text, { min = 1, max = 100 }) {
        const number = numberIn(text);
        const isWithin = number !== undefined && number >= Number(min) && number <= Number(max);
        return isWithin ? number : undefined;
      },
    },
  ],
  select: [
    {
      template: 'value_template',
      decode: (text, { options }) =>
        Array.isArray(options) && options.map(String).includes(text) ? text : undefined,
    },
  ],
  text: [{ template: 'value_template', decode: (text) => text }],
  climate: [
    {
      template: 'current_temperature_template',
      topic: 'current_temperature_topic',
      property: 'temperature',
      decode: numberIn,
    },
    {
      template: 'temperature_state_template',
      topic: 'temperature_state_topic',
      property: 'target_temperature',
      decode: numberIn,
    },
    {
      template: 'mode_state_template',
      topic: 'mode_state_topic',
      property: 'mode',
      decode: (text) => text,
    },
  ],
  cover: [
    {
      template: 'position_template',
      topic: 'position_topic',
      property: 'position',
      decode: numberIn,
    },
  ],
};

/** Returns the values that Home Assistant computes from the announcements and states of a device. */
function computedStates({ announcements, laterAnnouncements, states }: KnownDevice): Computed[] {
  const payloads = new Map(states.map(({ topic, payload }) => [topic, payload]));
  return [...announcements, ...laterAnnouncements].flatMap(({ topic, payload }) => {
    const options = parseJson(payload);
    const kind = topic.split('/')[1]!;
    if (!isObject(options)) return [];
    return (rules[kind] ?? []).flatMap((rule) => {
      const message = payloads.get(String(options[rule.topic ?? 'state_topic']));
      if (message === undefined) return [];
      const text = render(options[rule.template], message);
      const isKnown = text !== 'None' && text !== '';
      return {
        part: `${kind} ${String(options.unique_id)}`,
        ...(rule.property !== undefined && { property: rule.property }),
        value: isKnown ? rule.decode(text, options) : undefined,
        unit: options.unit_of_measurement as string | undefined,
      };
    });
  });
}

const work = { source: 1e6, steps: 1e6, characters: 1e6, members: 1e6 };

function render(source: unknown, message: string): string {
  if (typeof source !== 'string') return message;
  const template = compileTemplate(source, createBudget(work));
  if (template.refused !== undefined) throw new Error(`${source}: ${template.refused}`);
  return template.render({ value: message, value_json: parseJson(message) }) ?? '';
}

export interface Comparison {
  /** Values of Home Assistant, unknown ones included, that a property shows. */
  compared: number;
  equal: number;
  /** Known values of Home Assistant that no property shows. */
  hidden: number;
  /** A sentence for each one that differs. */
  differences: string[];
}

/**
 * Compares the values of things with those that Home Assistant computes from the same messages: no package has states
 * that were recorded there.
 */
export function compareStates(devices: KnownDevice[], entities: Entity[]): Comparison {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const comparison: Comparison = { compared: 0, equal: 0, hidden: 0, differences: [] };
  for (const device of devices) {
    const entity = byId.get(idOf(device));
    if (!entity) continue;
    for (const computed of computedStates(device)) {
      const name = shownAs(entity, computed);
      if (name === undefined && computed.value !== undefined) comparison.hidden += 1;
      if (name === undefined) continue;
      comparison.compared += 1;
      const expected = inUnitOf(entity.properties[name]?.unit, computed);
      const shown = entity.values[name];
      if (isDeepStrictEqual(shown, expected)) comparison.equal += 1;
      else
        comparison.differences.push(
          `${device.model}: ${name} is ${JSON.stringify(shown)}, not ${JSON.stringify(expected)}`,
        );
    }
  }
  return comparison;
}

/** Returns the name of the property with the value of an entity. */
function shownAs({ keys = [] }: Entity, { part, property }: Computed): string | undefined {
  const id = parseKey(withKeys(part, [event('', {})])[0]!.keys![0]!).part;
  return keys.find(
    (one) =>
      one.kind === 'property' &&
      one.keys.some((key) => {
        const parsed = parseKey(key);
        return parsed.part === id && (property === undefined || parsed.name === property);
      }),
  )?.name;
}

const inUnitOf = (unit: string | undefined, { value, unit: given }: Computed) =>
  typeof value === 'number' &&
  unit !== undefined &&
  given !== undefined &&
  isConvertible(given, unit)
    ? convertUnit(value, given, unit)
    : value;
