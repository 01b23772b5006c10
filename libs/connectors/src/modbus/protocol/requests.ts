import { Unavailable } from '@trellis/connector-sdk';

/** The tables of a device: registers have 16 bits, coils and discrete inputs one. */
export const tables = ['holding', 'input', 'coil', 'discrete'] as const;
export type Table = (typeof tables)[number];

/** A part of a table; addresses are those on the wire, from 0. */
export interface Range {
  table: Table;
  address: number;
  length: number;
}

export interface Write {
  table: 'holding' | 'coil';
  address: number;
  /** Registers, or 0 and 1 for coils. */
  values: number[];
  /** Whether the function for several is used for a single one as well. */
  multiple: boolean;
}

const readCodes = { coil: 1, discrete: 2, holding: 3, input: 4 } as const;

export const isBits = (table: Table): boolean => table === 'coil' || table === 'discrete';

/** The most that one request reads ("MODBUS Application Protocol Specification V1.1b3", sections 6.1 to 6.4). */
export const maxLengthOf = (table: Table): number => (isBits(table) ? 2000 : 125);

export const readRequest = ({ table, address, length }: Range): Buffer =>
  Buffer.concat([Buffer.of(readCodes[table]), words([address, length])]);

/** Returns the registers or bits of an answer. Throws `Unavailable` when it has others than were requested. */
export function readAnswer({ table, length }: Range, pdu: Buffer): number[] {
  const byteCount = isBits(table) ? Math.ceil(length / 8) : 2 * length;
  if (pdu[0] !== readCodes[table] || pdu[1] !== byteCount || pdu.length !== 2 + byteCount) {
    throw unexpected();
  }
  const data = pdu.subarray(2);
  return Array.from({ length }, (_, at) =>
    isBits(table) ? (data[at >> 3]! >> (at & 7)) & 1 : data.readUInt16BE(2 * at),
  );
}

export function writeRequest({ table, address, values, multiple }: Write): Buffer {
  if (values.length === 1 && !multiple) {
    const [value] = values as [number];
    return table === 'coil'
      ? Buffer.concat([Buffer.of(5), words([address, value === 0 ? 0 : 0xff00])])
      : Buffer.concat([Buffer.of(6), words([address, value])]);
  }
  const data = table === 'coil' ? packed(values) : words(values);
  return Buffer.concat([
    Buffer.of(table === 'coil' ? 15 : 16),
    words([address, values.length]),
    Buffer.of(data.length),
    data,
  ]);
}

/** Checks that an answer confirms a write: it repeats the address, and the value or how many were written. */
export function checkWritten(request: Buffer, pdu: Buffer): void {
  if (!pdu.equals(request.subarray(0, 5))) throw unexpected();
}

/** The code of an exception, if the answer to a request is one. */
export const exceptionIn = (request: Buffer, pdu: Buffer): number | undefined =>
  pdu[0] === request[0]! + 0x80 && pdu.length === 2 ? pdu[1] : undefined;

const words = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at));
  return bytes;
};

function packed(bits: number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => (bytes[at >> 3]! |= bit << (at & 7)));
  return bytes;
}

const unexpected = () =>
  new Unavailable('The device answers with something other than what was requested.', {
    cause: 'unexpected_form',
  });
