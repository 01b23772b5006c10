/** Writes a number with decimal places, rounded as Python does: by its exact binary value, and half to even. */
export function toFixedEven(number: number, places: number): string {
  const digits = Math.min(places, 100);
  if (Math.abs(number) >= 1e21)
    return BigInt(number).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
  // Only a multiple of 2^-(digits + 1) can be exactly in the middle, and it is exact here.
  if (digits < 100 && Number.isInteger(number * 2 ** (digits + 1))) {
    const exact = number.toFixed(digits + 1);
    const kept = exact.slice(0, -1).replace(/\.$/, '');
    if (exact.endsWith('5') && Number(kept.at(-1)) % 2 === 0) return kept;
  }
  return number.toFixed(digits);
}

/** Rounds a number to decimal places; negative ones are tens, hundreds and so on. */
export function roundEven(number: number, places: number): number {
  if (places >= 0) return places > 100 ? number : Number(toFixedEven(number, places));
  const scale = 10 ** -places;
  return Number(toFixedEven(number / scale, 0)) * scale;
}
