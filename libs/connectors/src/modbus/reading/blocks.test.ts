import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBits, tables, type Range } from '../protocol/requests.js';
import { endOf, planBlocks, splitBlock, type Block } from './blocks.js';

const holding = (address: number, length: number): Range => ({
  table: 'holding',
  address,
  length,
});
const limits = { max_registers: 125, max_gap: 8 };
const shape = (blocks: Block[]) =>
  blocks.map(({ table, address, length }) => [table, address, length]);

test('neighbours are read together, with small gaps', () => {
  const ranges = [holding(52, 2), holding(0, 2), holding(2, 2), holding(12, 1), holding(60, 2)];
  expect(shape(planBlocks(ranges, limits))).toEqual([
    ['holding', 0, 13],
    ['holding', 52, 10],
  ]);
});

test('no request reads more than is allowed', () => {
  const ranges = Array.from({ length: 100 }, (_, index) => holding(2 * index, 2));
  expect(shape(planBlocks(ranges, limits))).toEqual([
    ['holding', 0, 124],
    ['holding', 124, 76],
  ]);
  expect(shape(planBlocks(ranges.slice(0, 30), { ...limits, max_registers: 20 }))).toEqual([
    ['holding', 0, 20],
    ['holding', 20, 20],
    ['holding', 40, 20],
  ]);
});

test('tables are read by themselves', () => {
  const ranges: Range[] = [holding(0, 1), { table: 'coil', address: 1, length: 1 }];
  expect(shape(planBlocks(ranges, limits))).toEqual([
    ['coil', 1, 1],
    ['holding', 0, 1],
  ]);
});

const range = fc.record({
  table: fc.constantFrom(...tables),
  address: fc.nat(65_000),
  length: fc.integer({ min: 1, max: 20 }),
});
const ofLimits = fc.record({
  max_registers: fc.integer({ min: 20, max: 125 }),
  max_gap: fc.nat(124),
});

test('every range is in a block of its table, which is not too long', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 60 }), ofLimits, (ranges, given) => {
      const blocks = planBlocks(ranges, given);
      expect(blocks.flatMap((block) => block.ranges)).toHaveLength(ranges.length);
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(isBits(block.table) ? 2_000 : given.max_registers);
        for (const one of block.ranges) {
          expect(one.table).toBe(block.table);
          expect(one.address).toBeGreaterThanOrEqual(block.address);
          expect(endOf(one)).toBeLessThanOrEqual(endOf(block));
        }
      }
    }),
  );
});

test('a block that is refused is split until each range is alone', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 40 }), ofLimits, (ranges, given) => {
      const pending = planBlocks(ranges, given);
      const alone: Range[] = [];
      let requests = 0;
      while (pending.length > 0) {
        requests += 1;
        const block = pending.shift()!;
        const parts = splitBlock(block);
        expect(parts.flatMap((part) => part.ranges)).toHaveLength(
          parts.length === 0 ? 0 : block.ranges.length,
        );
        if (parts.length === 0) alone.push(...block.ranges);
        pending.unshift(...parts);
      }
      expect(alone).toHaveLength(ranges.length);
      expect(requests).toBeLessThan(3 * ranges.length);
    }),
  );
});
