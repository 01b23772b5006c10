import { toNumber } from '@trellis/jinja';
import {
  measuredByClass,
  type PropertyAbility,
  type PropertyAffordance,
  action,
  isObject,
  parseJson,
} from '@trellis/connector-sdk';
import {
  type ComponentAbility,
  type ComponentKind,
  type Source,
  actionOf,
} from '../component-kind.js';
import {
  componentProperty,
  decodeChoice,
  decodeMember,
  measurementKey,
  ownProperty,
  plainState,
  readProperty,
} from '../property.js';
import type { Settings } from '../settings.js';
import { meaningOfMember } from '../zigbee2mqtt-members.js';

/** The device classes of Home Assistant whose values are times. */
const times = new Set(['date', 'timestamp', 'uptime']);

/** The device classes of Home Assistant whose values are not numbers. */
const notNumeric = new Set([...times, 'enum']);

/** A measured value. Source: Home Assistant, page "MQTT sensor". */
export const sensor: ComponentKind = (source) => {
  const { settings } = source;
  if (!settings.topic('state_topic')) return [];
  if (!isNumeric(settings)) {
    const options = settings.choices('options');
    const affordance = {
      ...textAffordance(settings),
      enum: options.length > 0 ? options : undefined,
    };
    return [
      timed(
        settings,
        componentProperty(source, affordance, {
          state: plainState,
          decode: decodeChoice(options),
          mayBeEmpty: !times.has(settings.text('device_class') ?? ''),
        }),
      ),
    ];
  }
  const affordance = {
    '@type': meaningOfMember(settings),
    type: 'number',
    ...classAndUnit(settings),
  } as const;
  const ability = measured(source) ?? componentProperty(source, affordance, measurement);
  const { topic, templates } = plainState;
  return [
    timed(
      settings,
      ability && { ...ability, measures: measurementKey(settings, topic, templates) },
    ),
  ];
};

/** The longest supported timer of a value (s). */
const maxTimingS = 7 * 24 * 60 * 60;

export function timed(
  settings: Settings,
  ability: ComponentAbility | undefined,
): ComponentAbility | undefined {
  const afterMs = (option: string) => {
    const seconds = settings.number(option);
    return seconds !== undefined && seconds > 0 ? Math.min(seconds, maxTimingS) * 1_000 : undefined;
  };
  const expireAfterMs = afterMs('expire_after');
  const offDelayMs = afterMs('off_delay');
  if (!ability || (expireAfterMs === undefined && offDelayMs === undefined)) return ability;
  return Object.assign({}, ability, { expireAfterMs, offDelayMs });
}

const measurement = { state: plainState, decode: toNumber };

function measured(source: Source): ComponentAbility | undefined {
  const { settings } = source;
  const deviceClass = settings.text('device_class');
  if (deviceClass === undefined) return undefined;
  const { value, description } = readProperty(source, measurement) ?? {};
  const unit = settings.text('unit_of_measurement');
  return described(measuredByClass({ deviceClass, unit, value }), description);
}

export const described = (
  ability: PropertyAbility<never> | undefined,
  description: string | undefined,
): PropertyAbility<never> | undefined =>
  ability && description !== undefined
    ? { ...ability, property: { ...ability.property, description } }
    : ability;

/** Returns whether a sensor is numeric: as in Home Assistant, because of a unit or a state class. */
function isNumeric(settings: Settings): boolean {
  const deviceClass = settings.text('device_class');
  if (deviceClass !== undefined) return !notNumeric.has(deviceClass);
  return ['unit_of_measurement', 'state_class', 'suggested_display_precision'].some((option) =>
    settings.has(option),
  );
}

const textAffordance = (settings: Settings): PropertyAffordance => ({
  '@type': meaningOfMember(settings),
  type: 'string',
  ...classAndUnit(settings),
  format: settings.text('device_class') === 'timestamp' ? 'date-time' : undefined,
});

/** Returns the device class and the unit, in the terms of Home Assistant. */
export function classAndUnit(settings: Settings): PropertyAffordance {
  const deviceClass = settings.text('device_class');
  const unit = settings.text('unit_of_measurement');
  return { device_class: deviceClass || undefined, unit: unit?.slice(0, 100) || undefined };
}

/** The firmware; the state is the installed version, or an object with both versions. Source: page "MQTT Update". */
export const update: ComponentKind = (source) => {
  const { settings } = source;
  const installed = readState(source, 'installed_version');
  const latest = settings.topic('latest_version_topic')
    ? readProperty(source, {
        state: { topic: 'latest_version_topic', templates: ['latest_version_template'] },
        decode: (text) => text,
      })
    : readState(source, 'latest_version');
  const install = actionOf(settings, { topic: 'command_topic', payload: 'payload_install' });
  return [
    ownProperty('installed_version', { type: 'string', title: 'Installed version' }, installed),
    ownProperty('latest_version', { type: 'string', title: 'Latest version' }, latest),
    install && action('install_update', { title: 'Install the update' }, () => install()),
  ];
};

const readState = (source: Source, member: 'installed_version' | 'latest_version') =>
  readProperty(source, {
    state: plainState,
    decode(text) {
      const json = parseJson(text);
      if (!isObject(json)) return member === 'installed_version' ? text : undefined;
      return decodeMember(json[member], (version) =>
        typeof version === 'string' || typeof version === 'number' ? `${version}` : undefined,
      );
    },
  });
