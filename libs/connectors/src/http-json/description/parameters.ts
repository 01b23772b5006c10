import { z } from 'zod';
import { longText, named, shortText } from './members.js';

const maxParameters = 32;

const value = z.union([z.string().max(4096), z.number(), z.boolean()]);

/** A parameter that a client's configuration has to set, or may set. */
export const parameter = z.strictObject({
  type: z
    .enum(['text', 'number', 'boolean', 'host'])
    .default('text')
    .describe('`host` is a name or address, with a port if it needs one.'),
  title: shortText.optional(),
  description: longText.optional(),
  secret: z
    .boolean()
    .default(false)
    .describe('Only for authentication, headers and bodies; never shown.'),
  default: value.optional().describe('Without it each client has to have a value.'),
  enum: z.array(value).min(1).max(100).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
export type Parameter = z.output<typeof parameter>;

export const parameters = named(parameter, maxParameters);

export const values = named(value, maxParameters);
