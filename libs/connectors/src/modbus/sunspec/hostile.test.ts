import { expect, test } from '@jest/globals';
import { ConnectorFailure } from '@trellis/connector-sdk';
import { emptyMemory } from '@trellis/connector-sdk/testing';
import fc from 'fast-check';
import type { Answer, Connection } from '../protocol/connection.js';
import { sunspecRegisters } from '../testing/sunspec.js';
import { definitions } from './definitions.js';
import { readSunSpec } from './read.js';

const base = 40_000;

/** A connection to a device with these registers, in memory; others are refused. */
function serve(registers: readonly number[], change: (pdu: Buffer, index: number) => Answer) {
  let count = 0;
  const connection: Connection = {
    async request({ pdu }) {
      const [address, length] = [pdu.readUInt16BE(1) - base, pdu.readUInt16BE(3)];
      const words = registers.slice(Math.max(0, address), Math.max(0, address + length));
      count += 1;
      if (address < 0 || words.length < length) return { exception: 2 };
      const answer = Buffer.alloc(2 + 2 * length, 3);
      answer[1] = 2 * length;
      words.forEach((word, at) => answer.writeUInt16BE(word, 2 + 2 * at));
      return change(answer, count);
    },
    close: async () => undefined,
  };
  return { connection, requests: () => count };
}

async function read(connection: Connection) {
  const settings = { id: '1', host: 'device', unit: 1, model: 'sunspec' };
  const reading = { connection, settings, memory: emptyMemory(), isForCommand: false };
  return readSunSpec({ ...reading, withControls: true }).catch((error: unknown) => error);
}

const word = fc.nat(0xffff);
const model = fc
  .tuple(fc.constantFrom(1, 2, ...definitions.flatMap(({ ids }) => ids)), fc.nat(300))
  .chain(([id, length]) =>
    fc
      .tuple(
        fc.constantFrom(length, 0, 0xffff),
        fc.array(word, { minLength: length, maxLength: length }),
      )
      .map(([said, points]) => [id, said, ...points]),
  );

test('whatever the registers are, reading ends with devices or a failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(model, { maxLength: 12 }), async (models) => {
      const { connection, requests } = serve([0x5375, 0x6e53, ...models.flat()], (pdu) => ({
        pdu,
      }));
      const found = await read(connection);
      if (found instanceof Error) expect(found).toBeInstanceOf(ConnectorFailure);
      else expect(found).toMatchObject({ devices: expect.any(Array) });
      expect(requests()).toBeLessThan(500);
    }),
  );
});

test('whatever a device answers, reading ends with devices or a failure', async () => {
  const answers = fc.array(
    fc.oneof(
      fc.nat(255).map((exception): Answer => ({ exception })),
      fc.uint8Array({ maxLength: 253 }).map((bytes): Answer => ({ pdu: Buffer.from(bytes) })),
    ),
    { maxLength: 5 },
  );
  const positions = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(answers, positions, async (given, at) => {
      const { connection } = serve(sunspecRegisters('inverter'), (pdu, index) =>
        at.includes(index) ? (given[at.indexOf(index)] ?? { pdu }) : { pdu },
      );
      const found = await read(connection);
      if (found instanceof Error) expect(found).toBeInstanceOf(ConnectorFailure);
    }),
  );
});
