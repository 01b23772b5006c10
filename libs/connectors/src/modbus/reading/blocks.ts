import { maxLengthOf, isBits, type Range, type Table } from '../protocol/requests.js';

/** The part of a table that one request reads, with the ranges that it is for. */
export interface Block extends Range {
  ranges: Range[];
}

export interface BlockLimits {
  max_registers: number;
  max_gap: number;
}

/** Plans few requests for many ranges: neighbours are read together, with the gaps between them. */
export function planBlocks(ranges: readonly Range[], limits: BlockLimits): Block[] {
  const sorted = [...ranges].sort(
    (one, other) => one.table.localeCompare(other.table) || one.address - other.address,
  );
  const blocks: Block[] = [];
  for (const range of sorted) {
    const last = blocks.at(-1);
    if (last && fits(last, range, limits)) {
      last.length = Math.max(last.length, endOf(range) - last.address);
      last.ranges.push(range);
    } else {
      blocks.push({ ...range, ranges: [range] });
    }
  }
  return blocks;
}

function fits(block: Block, range: Range, limits: BlockLimits): boolean {
  return (
    block.table === range.table &&
    range.address - endOf(block) <= limits.max_gap &&
    endOf(range) - block.address <= maxOf(range.table, limits)
  );
}

/** The limit of a description counts registers. */
const maxOf = (table: Table, { max_registers: max }: BlockLimits): number =>
  isBits(table) ? maxLengthOf(table) : Math.min(max, maxLengthOf(table));

export const endOf = ({ address, length }: Range): number => address + length;

/** Splits a block that a device refuses: first at its gaps, then in halves. Empty when it is a single range. */
export function splitBlock({ ranges }: Block): Block[] {
  if (ranges.length < 2) return [];
  const withoutGaps = planBlocks(ranges, { max_registers: 125, max_gap: 0 });
  if (withoutGaps.length > 1) return withoutGaps;
  const half = Math.ceil(ranges.length / 2);
  return [ranges.slice(0, half), ranges.slice(half)].map((part) => ({
    table: part[0]!.table,
    address: part[0]!.address,
    length: Math.max(...part.map(endOf)) - part[0]!.address,
    ranges: part,
  }));
}
