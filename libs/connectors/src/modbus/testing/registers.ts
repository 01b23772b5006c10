/** Encodes a float in two registers, the most significant one first. */
export function float32(value: number): [number, number] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
}

/** Encodes a text in a number of registers, filled up with zeros. */
export const text = (value: string, length: number): number[] =>
  Array.from(
    { length },
    (_, at) => ((value.charCodeAt(2 * at) || 0) << 8) | (value.charCodeAt(2 * at + 1) || 0),
  );
