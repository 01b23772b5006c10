import type { ActionAffordance, PropertyAffordance } from '@trellis/contracts';

/**
 * Properties that many devices have, ready to be put together. Each may be changed or added to:
 * `{ ...temperature, title: 'Outdoor temperature' }`. Units are written as people write them.
 */
const measured = (
  title: string,
  unit: string,
  range: { minimum?: number; maximum?: number } = {},
) =>
  ({ type: 'number', title, unit, ...range, readOnly: true }) as const satisfies PropertyAffordance;

const sensed = (title: string) =>
  ({ type: 'boolean', title, readOnly: true }) as const satisfies PropertyAffordance;

export const temperature = measured('Temperature', '°C');
export const humidity = measured('Relative humidity', '%', { minimum: 0, maximum: 100 });
export const pressure = measured('Air pressure', 'hPa');
export const carbonDioxide = measured('Carbon dioxide', 'ppm', { minimum: 0 });
export const noise = measured('Noise', 'dB');
export const illuminance = measured('Illuminance', 'lx', { minimum: 0 });
export const power = measured('Power', 'W');
export const energy = measured('Energy', 'kWh');
export const battery = measured('Battery level', '%', { minimum: 0, maximum: 100 });
export const motion = sensed('Whether there is motion');

/** Whether it is switched on; can be written. */
export const onOff = { type: 'boolean', title: 'On' } as const satisfies PropertyAffordance;

/** A level in percent that can be written, such as a brightness. */
export const level = (title: string) =>
  ({
    type: 'number',
    title,
    unit: '%',
    minimum: 0,
    maximum: 100,
  }) as const satisfies PropertyAffordance;

/** One of a few texts. */
export const choice = (title: string, options: readonly string[]): PropertyAffordance => ({
  type: 'string',
  title,
  enum: [...options],
});

/** An action without input. */
export const command = (title: string): ActionAffordance => ({ title });
