import { Unavailable } from '@trellis/connector-sdk';

/** A message of Modbus TCP ("MODBUS Messaging on TCP/IP Implementation Guide V1.0b", section 3.1.3). */
export interface Frame {
  /** The number of the request that it answers. */
  transaction: number;
  /** The device behind the address, such as a slave of a gateway. */
  unit: number;
  /** The function code and its data. */
  pdu: Buffer;
}

/** Transaction, protocol and length; the length counts the unit as well. */
const prefixBytes = 6;
const headerBytes = prefixBytes + 1;
const maxPduBytes = 253;

export function encodeFrame({ transaction, unit, pdu }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(pdu.length + 1, 4);
  header.writeUInt8(unit, 6);
  return Buffer.concat([header, pdu]);
}

/** Finds the frames in what arrives. It never stores more than one incomplete frame. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the frames that are complete now. Throws `Unavailable` for what cannot be Modbus. */
  push(chunk: Buffer): Frame[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= prefixBytes) {
      const end = at + prefixBytes + lengthIn(bytes, at);
      if (bytes.length < end) break;
      const pdu = Buffer.from(bytes.subarray(at + headerBytes, end));
      frames.push({ transaction: bytes.readUInt16BE(at), unit: bytes[at + prefixBytes]!, pdu });
      at = end;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    return frames;
  }
}

function lengthIn(bytes: Buffer, at: number): number {
  const protocol = bytes.readUInt16BE(at + 2);
  const length = bytes.readUInt16BE(at + 4);
  if (protocol === 0 && length >= 2 && length <= maxPduBytes + 1) return length;
  throw new Unavailable('The device does not speak Modbus TCP.', { cause: 'other_protocol' });
}
