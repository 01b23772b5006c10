import { maxOrigins, plainText, webOrigin } from '@trellis/contracts';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

export const text = (value: string): string => parse(plainText, value);

/** Parses origins of web pages, separated by spaces. */
export const origins = (value: string): string[] =>
  parse(z.array(webOrigin).max(maxOrigins), value.split(/\s+/).filter(Boolean));

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new InvalidArgumentError(error.issues[0]!.message);
  return data;
}
