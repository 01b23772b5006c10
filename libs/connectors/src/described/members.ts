import { affordanceRole } from '@trellis/connector-sdk';
import { z } from 'zod';

export const name = z
  .string()
  .regex(
    /^[A-Za-z_]\w{0,63}$/,
    'Must be a name: letters, digits and _, at most 64, not beginning with a digit.',
  );

export const shortText = z.string().min(1).max(256);
export const longText = z.string().min(1).max(1024);

/** Returns the schema of members by name, at most `max` of them. */
export const named = <Member extends z.ZodType>(member: Member, max: number) =>
  z
    .record(name, member)
    .refine((members) => Object.keys(members).length <= max, `Must have at most ${max} members.`);

export const scalar = z.union([z.string().max(256), z.number(), z.boolean(), z.null()]);

export const conversion = {
  remote_unit: z
    .string()
    .max(16)
    .optional()
    .describe('The unit of the API, if it is another one, such as `°F`, `Pa`, `m/s` or `mired`.'),
  remote_type: z
    .enum(['number', 'integer', 'text'])
    .default('number')
    .describe('How the API is sent a number.'),
  factor: z.number().optional().describe('The value of the API is multiplied by it.'),
  offset: z.number().optional().describe('Added after that.'),
  base: z
    .number()
    .positive()
    .refine((base) => base !== 1, 'Must not be 1.')
    .optional()
    .describe('Of a logarithmic scale: the sum is its exponent.'),
  decimals: z.number().int().min(0).max(12).optional().describe('Digits after the decimal point.'),
  map: z
    .array(z.strictObject({ from: scalar, to: scalar }))
    .min(1)
    .max(100)
    .optional()
    .describe('Values of the API and what they mean; for writing, the first that means it.'),
  otherwise: scalar.optional().describe('What any value means that `map` does not have.'),
};

export const role = affordanceRole
  .optional()
  .describe('What it is for, if it has a name of its own: by default `primary`.');

export const described = {
  title: shortText.optional(),
  description: longText.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(scalar).min(1).max(100).optional(),
};
