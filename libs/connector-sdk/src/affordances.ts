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

export const brightness = level('Brightness');

/** The temperature of white light; can be written. The range is in kelvins. */
export const colorTemperature = (range: { minimum?: number; maximum?: number } = {}) =>
  ({
    ...{ type: 'integer', title: 'Colour temperature', unit: 'K' },
    ...range,
  }) as const satisfies PropertyAffordance;

/** The colour of a lamp, whatever its brightness; can be written. See `HueSaturation`. */
export const color = {
  type: 'object',
  title: 'Colour',
  properties: {
    hue: { type: 'number', title: 'Hue', unit: '°', minimum: 0, maximum: 360 },
    saturation: { type: 'number', title: 'Saturation', unit: '%', minimum: 0, maximum: 100 },
  },
  required: ['hue', 'saturation'],
} satisfies PropertyAffordance;

/** One of a few texts. */
export const choice = (title: string, options: readonly string[]): PropertyAffordance => ({
  type: 'string',
  title,
  enum: [...options],
});

/** An action without input. */
export const command = (title: string): ActionAffordance => ({ title });
