/** Writes a number with decimal places, rounded as Python does: by its exact binary value, and half to even. */
export function toFixedEven(number: number, decimals: number): string {
  const digits = Math.min(decimals, 100);
  if (Math.abs(number) >= 1e21)
    return BigInt(number).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
  // Only a multiple of 2^-(digits + 1) can be exactly in the middle, and it is exact here.
  if (digits < 100 && Number.isInteger(number * 2 ** (digits + 1))) {
    const exact = number.toFixed(digits + 1);
    const truncated = exact.slice(0, -1).replace(/\.$/, '');
    if (exact.endsWith('5') && Number(truncated.at(-1)) % 2 === 0) return truncated;
  }
  return number.toFixed(digits);
}

/** Rounds a number to decimal places; negative ones are tens, hundreds and so on. */
export function roundEven(number: number, decimals: number): number {
  if (decimals >= 0) return decimals > 100 ? number : Number(toFixedEven(number, decimals));
  const scale = 10 ** -decimals;
  return Number(toFixedEven(number / scale, 0)) * scale;
}
