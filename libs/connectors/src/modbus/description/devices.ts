import { z } from 'zod';
import { conversion, described, longText, name, role, shortText } from '../../described/members.js';
import { firstAddress, orderOfDevice, registers, tableOfDevice } from './registers.js';

const { remote_type: _type, ...ofNumbers } = conversion;

const write = z
  .strictObject({
    address: z
      .number()
      .int()
      .min(0)
      .max(65_536)
      .optional()
      .describe('Where it is written, if not where it is read.'),
    multiple: z
      .boolean()
      .default(false)
      .describe('Whether a single register or coil is written by the function for several.'),
  })
  .describe('Makes it writable: holding registers and coils alone.');

/** A property of a capability, or one with a name of its own. */
export const property = z.strictObject({
  capability: z
    .string()
    .max(64)
    .optional()
    .describe('A capability, such as `temperature` or `thermostat.target_temperature`.'),
  name: name.optional(),
  type: z.enum(['boolean', 'integer', 'number', 'string']).optional(),
  unit: z.string().min(1).max(64).optional(),
  role,
  ...described,
  value: registers,
  optional: z
    .boolean()
    .default(false)
    .describe('Whether devices that refuse the registers, or have no value, lack the property.'),
  ...ofNumbers,
  write: write.optional(),
});
export type Property = z.output<typeof property>;

/** A kind of device: what its registers mean. */
export const device = z.strictObject({
  name: name.describe('By which clients choose it as their `model`.'),
  title: shortText.optional(),
  description: longText.optional(),
  types: z.array(shortText).max(8).optional().describe('Terms for `@type` of the thing.'),
  first_address: firstAddress,
  table: tableOfDevice,
  order: orderOfDevice,
  max_registers: z
    .number()
    .int()
    .min(1)
    .max(125)
    .default(125)
    .describe('The most registers that one request may read.'),
  max_gap: z
    .number()
    .int()
    .min(0)
    .max(124)
    .default(8)
    .describe('Registers between two values that are read as well, to save a request.'),
  pause_ms: z.number().int().min(0).max(2_000).default(0).describe('A pause between requests.'),
  identity: registers
    .optional()
    .describe('What only this device has, such as its serial number: no other is taken for it.'),
  properties: z.array(property).min(1).max(200),
});
export type DescribedDevice = z.output<typeof device>;
