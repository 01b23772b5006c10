import { expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import fc from 'fast-check';
import { encodeFrame, FrameReader, type Frame } from './frame.js';

const frame = fc.record({
  transaction: fc.nat(0xffff),
  unit: fc.nat(0xff),
  pdu: fc.uint8Array({ minLength: 1, maxLength: 253 }).map((bytes) => Buffer.from(bytes)),
});

/** Cuts bytes at positions. */
function cut(bytes: Buffer, positions: number[]): Buffer[] {
  const ends = [...positions.map((at) => at % (bytes.length + 1)), bytes.length];
  ends.sort((one, other) => one - other);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test('frames are found however they are cut', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat()), (frames, positions) => {
      const bytes = Buffer.concat(frames.map(encodeFrame));
      const reader = new FrameReader();
      expect(cut(bytes, positions).flatMap((part) => reader.push(part))).toEqual(frames);
    }),
  );
});

test('any bytes are frames of the allowed size, or Unavailable', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    // With a header that could be one.
    fc
      .tuple(frame, fc.uint8Array({ maxLength: 600 }))
      .map(([one, rest]) => Buffer.concat([encodeFrame(one), rest])),
  );
  fc.assert(
    fc.property(bytes, fc.array(fc.nat()), (given, positions) => {
      const reader = new FrameReader();
      const found: Frame[] = [];
      try {
        for (const part of cut(Buffer.from(given), positions)) found.push(...reader.push(part));
      } catch (error) {
        expect(error).toBeInstanceOf(Unavailable);
      }
      for (const { pdu } of found) {
        expect(pdu.length).toBeGreaterThanOrEqual(1);
        expect(pdu.length).toBeLessThanOrEqual(253);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['a length of zero', [0, 1, 0, 0, 0, 0]],
  ['a length without a function', [0, 1, 0, 0, 0, 1]],
  ['a length beyond the limit', [0, 1, 0, 0, 1, 0]],
  ['a huge length', [0, 1, 0, 0, 0xff, 0xff]],
  ['another protocol', [0, 1, 0, 1, 0, 6]],
])('%s is no Modbus, before the rest arrives', (_, header) => {
  expect(() => new FrameReader().push(Buffer.from(header))).toThrow(Unavailable);
});
