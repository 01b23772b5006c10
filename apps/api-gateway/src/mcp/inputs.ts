import { z } from 'zod';

/** Members that the inputs and outputs of several tools have. */
export const thingId = z.string().describe('The id of the thing.');
export const cursor = z.string().optional().describe('`next_cursor` of the page before.');
export const nextPage = {
  next_cursor: z.string().optional().describe('There is more: pass it as `cursor`.'),
};
export const anyValue = z.unknown().describe('Any JSON value.');
export const limit = (max: number, usual: number) =>
  z.int().min(1).max(max).default(usual).describe(`At most so many, ${usual} by default.`);

/** Numbers and flags as queries have them. */
export const asText = (value: number | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value);
