import { multiLine, Rejected } from '@trellis/connector-sdk';
import type { Located } from './layout.js';

/** The powers of ten that a scale may have (SunSpec, "Scale factors"). */
const maxScale = 10;

/** Reads the value of registers; undefined when there is none. */
export function decode(located: Located, words: readonly number[], scale = 0): unknown {
  const { type, nothing, bit, bits } = located;
  if (type === 'bit') return words[0] === 1;
  if (type === 'string') return textOf(words, located.order);
  const bytes = toBytes(words, located.order);
  if (type === 'bits') {
    const value = (bytes.readUInt16BE(0) >> bit) & ((1 << bits) - 1);
    if (bits === 1) return value === 1;
    return nothing.includes(value) ? undefined : value;
  }
  const number = readers[type](bytes);
  if (!Number.isFinite(number) || nothing.includes(number)) return undefined;
  return number * 10 ** scale;
}

/** Reads a register with a power of ten; undefined when it has none. */
export function scaleOf(word: number): number | undefined {
  const scale = word > 0x7fff ? word - 0x1_0000 : word;
  return Math.abs(scale) <= maxScale ? scale : undefined;
}

const readers = {
  int16: (bytes: Buffer) => bytes.readInt16BE(0),
  uint16: (bytes: Buffer) => bytes.readUInt16BE(0),
  int32: (bytes: Buffer) => bytes.readInt32BE(0),
  uint32: (bytes: Buffer) => bytes.readUInt32BE(0),
  int64: (bytes: Buffer) => Number(bytes.readBigInt64BE(0)),
  uint64: (bytes: Buffer) => Number(bytes.readBigUInt64BE(0)),
  float32: (bytes: Buffer) => roundFloat(bytes.readFloatBE(0)),
  float64: (bytes: Buffer) => bytes.readDoubleBE(0),
};

/** A float32 has seven digits: 0.1 is 0.1, not 0.10000000149. */
const roundFloat = (value: number): number => Number(value.toPrecision(7));

function textOf(words: readonly number[], order: Located['order']): string | undefined {
  const text = toBytes(words, order === 'BADC' || order === 'DCBA' ? 'BADC' : 'ABCD')
    .toString('latin1')
    .replace(/\0.*$/s, '');
  return multiLine(text);
}

/** Returns the bytes of registers, the most significant one first. */
function toBytes(words: readonly number[], order: Located['order']): Buffer {
  const ordered = order === 'CDAB' || order === 'DCBA' ? words.toReversed() : words;
  const bytes = Buffer.alloc(2 * ordered.length);
  ordered.forEach((word, at) => bytes.writeUInt16BE(word, 2 * at));
  return order === 'BADC' || order === 'DCBA' ? bytes.swap16() : bytes;
}

function toWords(bytes: Buffer, order: Located['order']): number[] {
  if (order === 'BADC' || order === 'DCBA') bytes.swap16();
  const words = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(2 * at));
  return order === 'CDAB' || order === 'DCBA' ? words.reverse() : words;
}

/** Returns the registers or the coil for a value. Throws `Rejected` when the type has no room for it. */
export function encode({ type, order }: Located, value: unknown, scale = 0): number[] {
  if (type === 'bit') return [value === true || value === 1 ? 1 : 0];
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (type === 'string' || type === 'bits' || typeof number !== 'number') {
    throw new Rejected('The device has no number for this value.');
  }
  const scaled = scale === 0 ? number : Number((number / 10 ** scale).toPrecision(15));
  const [length, write, isWhole] = writers[type];
  const bytes = Buffer.alloc(length);
  try {
    write(bytes, isWhole ? Math.round(scaled) : scaled);
  } catch {
    throw new Rejected('The value does not fit into the registers.');
  }
  return toWords(bytes, order);
}

const writers = {
  int16: [2, (bytes: Buffer, value: number) => bytes.writeInt16BE(value), true],
  uint16: [2, (bytes: Buffer, value: number) => bytes.writeUInt16BE(value), true],
  int32: [4, (bytes: Buffer, value: number) => bytes.writeInt32BE(value), true],
  uint32: [4, (bytes: Buffer, value: number) => bytes.writeUInt32BE(value), true],
  int64: [8, (bytes: Buffer, value: number) => bytes.writeBigInt64BE(BigInt(value)), true],
  uint64: [8, (bytes: Buffer, value: number) => bytes.writeBigUInt64BE(BigInt(value)), true],
  float32: [4, (bytes: Buffer, value: number) => bytes.writeFloatBE(value), false],
  float64: [8, (bytes: Buffer, value: number) => bytes.writeDoubleBE(value), false],
} as const;
