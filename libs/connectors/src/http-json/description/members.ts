import { Misconfigured } from '@trellis/connector-sdk';
import { z } from 'zod';
import { compileExpression, maxExpressionLength } from '../expression/expression.js';
import { compileJsonPath, maxPathLength } from '../json-path.js';
import { isUriTemplate } from '../template.js';

export const name = z
  .string()
  .regex(
    /^[A-Za-z_]\w{0,63}$/,
    'Must be a name: letters, digits and _, at most 64, not beginning with a digit.',
  );

export const shortText = z.string().min(1).max(256);
export const longText = z.string().min(1).max(1024);

export const scalar = z.union([z.string().max(256), z.number(), z.boolean(), z.null()]);
export type Scalar = z.output<typeof scalar>;

/** Values of the API that mean nothing. */
export const nothing = z.array(scalar).max(32).default([]);

export const path = z.string().max(maxPathLength).superRefine(checkPath);

export const expression = z
  .string()
  .min(1)
  .max(maxExpressionLength)
  .superRefine((text, context) => reportMisconfigured(() => compileExpression(text), context));

/** A JSONPath when it begins with `$`; otherwise a text with `{variables}`. */
export const source = z
  .string()
  .min(1)
  .max(maxPathLength)
  .superRefine((text, context) => {
    if (isPath(text)) checkPath(text, context);
  });

export const isPath = (text: string): boolean => text.startsWith('$');

/** The path and query of an address, as a URI template (RFC 6570). */
export const uriTemplate = z
  .string()
  .max(2048)
  .regex(
    /^\/(?!\/)[\x21-\x7e]*$/,
    'Must begin with one / and have no spaces; encode others with %.',
  )
  .refine(isUriTemplate, 'Must be a URI template (RFC 6570), such as /v1/devices/{device}{?unit}.');

/** Returns the schema of members by name, at most `max` of them. */
export const named = <Member extends z.ZodType>(member: Member, max: number) =>
  z
    .record(name, member)
    .refine((members) => Object.keys(members).length <= max, `Must have at most ${max} members.`);

function checkPath(text: string, context: z.core.$RefinementCtx<string>): void {
  reportMisconfigured(() => compileJsonPath(text), context);
}

function reportMisconfigured(compile: () => unknown, context: z.core.$RefinementCtx<string>): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
    // The members are still checked against each other.
    context.addIssue({ code: 'custom', message: error.message, input: context.value });
  }
}
