import { isPlainText } from '@trellis/contracts';
import type { Identifier } from './device.js';

/** Twelve or sixteen hexadecimal digits, in pairs with or without separators, or after `0x`. */
const macAddress =
  /^(?:0x)?(?:[\da-f]{2}([:-]?)(?:[\da-f]{2}\1){4}(?:[\da-f]{2}\1[\da-f]{2}\1)?[\da-f]{2})$/i;

/** Returns a MAC address (EUI-48 or EUI-64, IEEE 802) in one form; undefined for other texts, and for none but 0 or f. */
export function macIdentifier(text: string): Identifier | undefined {
  if (!macAddress.test(text)) return undefined;
  const digits = text.replace(/^0x|[:-]/gi, '').toLowerCase();
  if (/^(?:0+|f+)$/.test(digits)) return undefined;
  return { type: 'mac', value: digits.match(/../g)!.join(':') };
}

const maxIdentifiers = 50;
export const maxParts = 100;

/** Leaves out identifiers that cannot be stored, those that are repeated, and too many. */
export function storable(identifiers: Identifier[]): Identifier[] {
  const distinct = new Map(identifiers.map((one) => [`${one.type}:${one.value}`, one]));
  return [...distinct.values()]
    .filter(({ type, value }) => isPlainText(type) && isPlainText(value))
    .slice(0, maxIdentifiers);
}
