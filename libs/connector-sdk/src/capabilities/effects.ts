import type { CapabilityName } from '../vocabulary.js';

/** A share of the range of a property, for those whose range differs from device to device. */
interface Share {
  share: number;
}

/** One of the options of a property other than the current one. */
export const another = { another: true } as const;

type Given = boolean | number | object | Share | typeof another;

/** A step of an effect: a property is written, or an action invoked. */
export type Step = { set: string; to: Given } | { invoke: string };

/** A value that must be readable: as it was written, without one, one of several, above a number, or exactly this. */
export type Expected =
  'as written' | 'no value' | { oneOf: readonly string[] } | { above: number } | boolean | string;

/** Writes to a capability, and the values that can be read after the last of them. */
export interface Effect {
  /** A property without which the effect does not apply. */
  needs?: string;
  steps: readonly [...Step[], Step];
  reads: Readonly<Record<string, Expected>>;
}

const set = (name: string, to: Given): Step => ({ set: name, to });
const off = set('on', false);
const green = { hue: 120, saturation: 50 };
const asWritten = 'as written';

/** An effect that is just the value. */
const plain = (name: string, to: Given): Effect => ({
  steps: [set(name, to)],
  reads: { [name]: asWritten },
});

const onOff = (): Effect[] => [plain('on', true), plain('on', false)];

const opened = { oneOf: ['open', 'opening'] };
const closed = { oneOf: ['closed', 'closing'] };

/**
 * The effects of writes to capabilities, the same with every technology. Of a device that lacks a property, nothing is
 * expected that writes or reads it.
 */
export const effects: Readonly<Partial<Record<CapabilityName, readonly Effect[]>>> = {
  light: [
    ...onOff(),
    { steps: [set('brightness', 40), set('brightness', 0)], reads: { on: false } },
    { steps: [off, set('brightness', 1)], reads: { on: true, brightness: asWritten } },
    { steps: [off, set('brightness', 100)], reads: { on: true, brightness: asWritten } },
    {
      steps: [set('brightness', 60), off, set('on', true)],
      reads: { on: true, brightness: asWritten },
    },
    { steps: [off, set('color', green)], reads: { on: true, color: asWritten } },
    {
      needs: 'color_mode',
      steps: [set('color', green)],
      reads: { color_mode: 'color', color_temperature: 'no value' },
    },
    {
      steps: [set('brightness', 40), set('color', green)],
      reads: { brightness: asWritten, color: asWritten },
    },
    {
      steps: [set('color', green), set('brightness', 30)],
      reads: { brightness: asWritten, color: asWritten },
    },
    {
      steps: [off, set('color_temperature', { share: 0.5 })],
      reads: { on: true, color_temperature: asWritten },
    },
    {
      needs: 'color_mode',
      steps: [set('color_temperature', { share: 0.5 })],
      reads: { color_mode: 'color_temperature', color: 'no value' },
    },
    { steps: [off, set('effect', another)], reads: { on: true } },
  ],
  switch: onOff(),
  plug: onOff(),
  thermostat: [
    plain('target_temperature', { share: 0.5 }),
    plain('target_temperature_low', { share: 0.25 }),
    plain('target_temperature_high', { share: 0.75 }),
    plain('target_humidity', { share: 0.5 }),
    plain('mode', another),
    plain('preset', another),
    plain('fan_mode', another),
    plain('swing_mode', another),
  ],
  cover: [
    { steps: [set('position', 0)], reads: { position: asWritten, cover_state: closed } },
    { steps: [set('position', 100)], reads: { position: asWritten, cover_state: opened } },
    plain('position', 30),
    plain('tilt', 0),
    plain('tilt', 100),
    { steps: [{ invoke: 'close' }], reads: { cover_state: closed } },
    { steps: [{ invoke: 'open' }], reads: { cover_state: opened } },
  ],
  lock: [
    { steps: [{ invoke: 'lock' }], reads: { locked: true, lock_state: 'locked' } },
    { steps: [{ invoke: 'unlock' }], reads: { locked: false, lock_state: 'unlocked' } },
  ],
  fan: [
    ...onOff(),
    { steps: [set('speed', 100)], reads: { on: true, speed: asWritten } },
    { steps: [set('speed', 100), set('speed', 0)], reads: { on: false } },
    { steps: [off, set('speed', 1)], reads: { on: true, speed: { above: 0 } } },
    { steps: [off, set('speed', 100)], reads: { on: true, speed: asWritten } },
    plain('oscillating', true),
    plain('oscillating', false),
    plain('direction', another),
    plain('preset', another),
  ],
};

/** Returns an effect as a sentence: `on false, brightness 1 → on true, brightness as written`. */
export function sentenceOf({ steps, reads }: Effect): string {
  const written = steps.map((step) =>
    'set' in step ? `${step.set} ${givenText(step.to)}` : step.invoke,
  );
  const read = Object.entries(reads).map(([name, one]) => `${name} ${expectedText(one)}`);
  return `${written.join(', ')} → ${read.join(', ')}`;
}

function givenText(given: Given): string {
  if (typeof given !== 'object') return String(given);
  if ('another' in given) return 'another option';
  return 'share' in given
    ? `at ${Number(given.share) * 100} % of its range`
    : Object.values(given).join('/');
}

function expectedText(expected: Expected): string {
  if (typeof expected !== 'object') return String(expected);
  return 'above' in expected ? `above ${expected.above}` : expected.oneOf.join(' or ');
}
