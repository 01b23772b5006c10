import { DeviceUnavailable, Unavailable } from '@trellis/connector-sdk';
import type { Connection } from '../protocol/connection.js';
import { exceptionText, isOutOfReach, isUnknownFunction } from '../protocol/exceptions.js';
import { readAnswer, readRequest, type Range } from '../protocol/requests.js';
import { planBlocks, splitBlock, type BlockLimits } from './blocks.js';

/** A device behind a connection, with the limits that it has. */
export interface Unit {
  connection: Connection;
  unit: number;
  limits: BlockLimits & { pause_ms: number };
}

/** The most requests for one device in a poll. */
const maxRequests = 300;

/** The registers and bits of a device, as far as they were read. */
export class Image {
  readonly #words = new Map<string, number>();
  /** The exceptions with which ranges were refused. */
  readonly #refused = new Map<string, number>();

  add({ table, address }: Range, values: readonly number[]): void {
    values.forEach((value, at) => this.#words.set(`${table} ${address + at}`, value));
  }

  refuse(range: Range, exception: number): void {
    this.#refused.set(keyOf(range), exception);
  }

  /** Returns the registers or bits of a range; undefined unless all were read. */
  words({ table, address, length }: Range): number[] | undefined {
    const found = Array.from({ length }, (_, at) => this.#words.get(`${table} ${address + at}`));
    return found.every((word) => word !== undefined) ? found : undefined;
  }

  /** Returns the exception with which a range was refused. */
  refusalOf(range: Range): number | undefined {
    return this.#refused.get(keyOf(range));
  }

  get isEmpty(): boolean {
    return this.#words.size === 0;
  }
}

const keyOf = ({ table, address, length }: Range): string => `${table} ${address} ${length}`;

/**
 * Reads ranges in few requests. A block that the device refuses is read in smaller parts. Throws `Unavailable` when the
 * device does not answer.
 */
export async function readRanges(unit: Unit, ranges: readonly Range[]): Promise<Image> {
  const image = new Image();
  const pending = planBlocks(ranges, unit.limits);
  for (let count = 0; pending.length > 0; count += 1) {
    if (count >= maxRequests) {
      throw new Unavailable('The device refuses too many parts of its registers.', {
        cause: 'too_much_to_read',
      });
    }
    const block = pending.shift()!;
    const answer = await readBlock(unit, block);
    if (typeof answer !== 'number') {
      image.add(block, answer);
      continue;
    }
    const parts = isUnknownFunction(answer) ? [] : splitBlock(block);
    if (parts.length === 0) for (const range of block.ranges) image.refuse(range, answer);
    pending.unshift(...parts);
  }
  return image;
}

/** Reads a range; returns the code of the exception when it is refused. */
export async function readBlock(
  { connection, unit, limits }: Unit,
  range: Range,
): Promise<number[] | number> {
  const answer = await connection.request({
    unit,
    pdu: readRequest(range),
    pauseMs: limits.pause_ms,
  });
  if ('pdu' in answer) return readAnswer(range, answer.pdu);
  if (isOutOfReach(answer.exception)) throw outOfReach(unit, answer.exception);
  return answer.exception;
}

export const outOfReach = (unit: number, exception: number) =>
  new DeviceUnavailable(`The gateway does not reach unit ${unit} (${exceptionText(exception)}).`);
