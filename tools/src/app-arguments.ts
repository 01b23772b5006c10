import { maxOrigins, plainText, webOrigin } from '@trellis/contracts';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** Takes a text that can be a name or an id. */
export const text = (value: string): string => parse(plainText, value);

/** Takes origins of web pages, separated by spaces; none for an empty text. */
export const origins = (value: string): string[] =>
  parse(z.array(webOrigin).max(maxOrigins), value.split(/\s+/).filter(Boolean));

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new InvalidArgumentError(error.issues[0]!.message);
  return data;
}
