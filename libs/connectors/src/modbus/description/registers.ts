import { z } from 'zod';
import { tables } from '../protocol/requests.js';

const table = z.enum(tables);
const address = z.number().int().min(0).max(65_536);

/** The types of values, with how many registers they take; texts say it themselves. */
export const registersOf = {
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  int64: 4,
  uint64: 4,
  float32: 2,
  float64: 4,
  bits: 1,
  string: undefined,
} as const;
export type DataType = keyof typeof registersOf;

/** The orders of the bytes of a number in its registers; A is the most significant byte. */
export const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type Order = (typeof orders)[number];

/** Where a value is in the tables of a device, and how it is encoded there. */
export const registers = z.strictObject({
  table: table.optional().describe('By default that of the device.'),
  address: address.describe('The first register, counted as `first_address` of the device says.'),
  type: z
    .enum(Object.keys(registersOf) as [DataType, ...DataType[]])
    .default('uint16')
    .describe('The type of the value in registers; coils and discrete inputs are booleans.'),
  length: z
    .number()
    .int()
    .min(1)
    .max(125)
    .optional()
    .describe('Of a text: how many registers it has.'),
  order: z
    .enum(orders)
    .optional()
    .describe('The order of the bytes in the registers, by default that of the device.'),
  bit: z
    .number()
    .int()
    .min(0)
    .max(15)
    .default(0)
    .describe('Of `bits`: the first, counted from the least significant.'),
  bits: z
    .number()
    .int()
    .min(1)
    .max(16)
    .default(1)
    .describe('Of `bits`: how many; a single one is a boolean.'),
  nothing: z
    .array(z.number())
    .max(16)
    .default([])
    .describe('Numbers that mean that there is no value, such as 65535.'),
  scale: z
    .strictObject({
      table: table.optional(),
      address,
    })
    .optional()
    .describe('A register (int16) with the power of ten by which the value is multiplied.'),
});
export type Registers = z.output<typeof registers>;

export const firstAddress = z
  .union([z.literal(0), z.literal(1)])
  .default(0)
  .describe('How the addresses here are counted: 0 as they are sent, 1 as numbers of registers.');

export const tableOfDevice = table.default('holding').describe('Where values are by default.');

export const orderOfDevice = z
  .enum(orders)
  .default('ABCD')
  .describe('ABCD: the most significant byte and register first. CDAB: registers swapped.');
