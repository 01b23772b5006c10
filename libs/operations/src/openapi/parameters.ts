import { z } from 'zod';
import { subjectHeader } from '../access/subject.js';
import { isVersioned } from '../answers/conditions.js';
import { idempotencyHeader, takesIdempotencyKey } from '../idempotency.js';
import type { Operation } from '../operation.js';

/** Returns the parameters of an operation, besides those of its query. */
export function describeParameters(
  row: Operation,
  takesMatch: boolean,
  describeParameter: DescribeParameter,
) {
  const path = pathParameters(row.path, describeParameter);
  const header = headerParameters(row, takesMatch);
  return {
    ...(Object.keys(path).length > 0 && { path: z.object(path) }),
    ...(row.input?.query && { query: row.input.query }),
    ...(Object.keys(header).length > 0 && { header: z.object(header) }),
  };
}

/** Describes a parameter of a path by the segment before it; undefined if that is unknown. */
export type DescribeParameter = (segment: string) => string | undefined;

function pathParameters(
  path: string,
  describeParameter: DescribeParameter,
): Record<string, z.ZodType> {
  const parameters = [...path.matchAll(/([\w.]+)\/:(\w+)/g)].map(([, segment, name]) => {
    const description = describeParameter(segment!);
    if (description === undefined) throw new Error(`${path}: ${name} has no description.`);
    return [name!, z.string().meta({ description })] as const;
  });
  return Object.fromEntries(parameters);
}

function headerParameters(row: Operation, takesMatch: boolean): Record<string, z.ZodType> {
  return {
    ...(row.access.subject === 'required' && { [subjectHeader]: subjectParameter }),
    ...(row.access.subject === 'optional' && { [subjectHeader]: optionalSubject }),
    ...(takesIdempotencyKey(row) && { [idempotencyHeader]: keyParameter }),
    ...(isVersioned(row) && { 'If-None-Match': knownParameter }),
    ...(takesMatch && { 'If-Match': expectedParameter }),
    ...(canCreate(row) && { 'If-None-Match': newParameter }),
    ...(showsChange(row) && { Prefer: representationPreference }),
    ...row.input?.headers,
  };
}

/** Returns whether it creates a missing resource. */
const canCreate = ({ method, answer }: Operation): boolean =>
  method === 'put' && answer.others?.[201] !== undefined;

/** Returns whether it answers the changed resource on request. */
const showsChange = ({ method, answer: { status, others } }: Operation): boolean =>
  (method === 'patch' || method === 'put') && status === 204 && others?.[200] !== undefined;

const subjectParameter = z.string().meta({
  description: 'The end user for whom the call acts; 1 to 256 characters.',
  example: 'customer-42',
});

const optionalSubject = z
  .string()
  .optional()
  .meta({
    description:
      'The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than ' +
      'what this subject sees. Without it, the call acts for the whole account.',
    example: 'customer-42',
    param: { id: 'Subject' },
  });

const knownParameter = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of an answer that the caller has: 304 while it is current.',
    param: { id: 'KnownVersion' },
  });

const expectedParameter = z
  .string()
  .optional()
  .meta({
    description:
      'The `ETag` of the resource that the caller has read: 412 when it has changed since.',
    param: { id: 'ExpectedVersion' },
  });

/** The header that refuses to replace an existing resource. */
export const newParameter = z
  .string()
  .optional()
  .describe('With `*`, 412 when the resource is there already.');

/** The header that requests the changed resource in the answer. */
export const representationPreference = z
  .string()
  .optional()
  .describe('`return=representation` answers the changed resource (RFC 7240).');

/** The header that says how long to wait for the outcome. */
export const waitPreference = z
  .string()
  .optional()
  .meta({
    description:
      '`wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. ' +
      'What takes longer goes on after 202.',
    example: 'wait=10',
  });

/** The header of a write, which may also wait for a device that is away. */
export const writePreference = waitPreference.meta({
  description:
    `${waitPreference.meta()!.description} \`handling=queue\`: the write waits up to a day for a device that is away, ` +
    'in place of 409.',
  example: 'wait=10, handling=queue',
});

/** The header that continues a stream. */
export const lastEventId = z
  .string()
  .optional()
  .describe('The id of the event after which to go on.');

const keyParameter = z
  .string()
  .optional()
  .meta({
    description:
      'Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets ' +
      'the answer of the first. 1 to 255 visible ASCII characters.',
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    param: { id: 'IdempotencyKey' },
  });
