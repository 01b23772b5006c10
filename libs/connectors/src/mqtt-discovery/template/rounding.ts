/**
 * A number with so many decimal places, rounded as Python does: the exact binary value counts, and of
 * two that are equally near the even one.
 */
export function toFixedEven(number: number, places: number): string {
  const digits = Math.min(places, 100);
  if (Math.abs(number) >= 1e21)
    return BigInt(number).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
  // Only a fraction of the denominator 2^(digits + 1) can be right in the middle, and is exact here.
  if (digits < 100 && Number.isInteger(number * 2 ** (digits + 1))) {
    const exact = number.toFixed(digits + 1);
    const kept = exact.slice(0, -1).replace(/\.$/, '');
    if (exact.endsWith('5') && Number(kept.at(-1)) % 2 === 0) return kept;
  }
  return number.toFixed(digits);
}

/** A number rounded to decimal places; negative ones are tens, hundreds and so on. */
export function roundEven(number: number, places: number): number {
  if (places >= 0) return places > 100 ? number : Number(toFixedEven(number, places));
  const scale = 10 ** -places;
  return Number(toFixedEven(number / scale, 0)) * scale;
}
