import { oneLine } from '@trellis/connector-sdk';

/** A text that is sent back as it has come, such as an option: taken whole, or not at all. */
export const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value === oneLine(value);

/** The different texts of a list, in their order. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.slice(0, 500).filter(isPlain))] : [];

/** A number, also where it is written as a text, as states are; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
  const number = isWritten ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A name as it can stand in an address: letters, digits and `_`; empty when there are none. */
export function slug(name: unknown): string {
  const words = (oneLine(name) ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  return [...words]
    .slice(0, 80)
    .join('')
    .replaceAll(/^_+|_+$/g, '');
}
