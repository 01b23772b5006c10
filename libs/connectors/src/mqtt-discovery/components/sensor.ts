import { toNumber } from '@trellis/jinja';
import {
  measuredByClass,
  type PropertyAbility,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import {
  present,
  type ComponentAbility,
  type ComponentKind,
  type Source,
} from '../component-kind.js';
import { componentProperty, decodeChoice, readProperty } from '../property.js';
import type { Settings } from '../settings.js';

const state = { topic: 'state_topic', templates: ['value_template'] };

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
    return present([
      timed(
        settings,
        componentProperty(source, affordance, {
          state,
          decode: decodeChoice(options),
          mayBeEmpty: !times.has(settings.text('device_class') ?? ''),
        }),
      ),
    ]);
  }
  const affordance = { type: 'number', ...classAndUnit(settings) } as const;
  const ability = measured(source) ?? componentProperty(source, affordance, measurement);
  return present([timed(settings, ability)]);
};

/** The longest supported timer of a value (s). */
const maxTimingS = 7 * 24 * 60 * 60;

/** Adds the timers of the options to an ability. */
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

const measurement = { state, decode: toNumber };

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
