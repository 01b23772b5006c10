import { Misconfigured } from '@trellis/connector-sdk';
import { z } from 'zod';
import { compileExpression, maxExpressionLength } from '../expression/expression.js';
import { compileJsonPath, maxPathLength } from '../json-path.js';
import { isUriTemplate } from '../template.js';

export { longText, name, named, shortText } from '../../described/members.js';

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
