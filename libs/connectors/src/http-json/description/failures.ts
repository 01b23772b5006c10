import { z } from 'zod';
import { compileRegularExpression, maxSearched } from '../json-path-cost.js';
import { path } from './members.js';

const status = z.number().int().min(100).max(599);

const responseHeader = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'Must be the name of a header.');

const pattern = z
  .string()
  .min(1)
  .max(256)
  .refine(
    (text) => compileRegularExpression(text, maxSearched) !== undefined,
    'Must be a regular expression (RFC 9485) that is not too large.',
  );

/** The longest wait that a description states (s). */
const maxWait = 31 * 24 * 60 * 60;

/** An answer that means a failure, or that there is nothing, although its status may say otherwise. */
const failure = z
  .strictObject({
    status: z
      .union([status, z.array(status).min(1).max(16)])
      .optional()
      .describe('The status, or one of several; by default any.'),
    header: responseHeader.optional().describe('A header that the answer must have.'),
    at: path
      .optional()
      .describe('Where the body must have something else than null; in any answer, if alone.'),
    matches: pattern
      .optional()
      .describe(
        'What the header, the value at the path or else the body has somewhere (RFC 9485).',
      ),
    means: z
      .enum([
        'rate_limited',
        'token_expired',
        'wrong_credentials',
        'item_away',
        'vendor_down',
        'wrong_request',
        'nothing',
      ])
      .describe(
        'Too many requests; a token that is renewed once; credentials that are refused; a device that is out of reach; ' +
          'a fault of the vendor; a request that would fail again; or that there is nothing.',
      ),
    wait: z
      .union([z.number().min(1).max(maxWait), path])
      .optional()
      .describe(
        'Of `rate_limited`: seconds, or the path to them, unless a header or the text that matches says it.',
      ),
  })
  .refine(
    ({ status, header, at, matches }) => (status ?? header ?? at ?? matches) !== undefined,
    'Must have `status`, `header`, `at` or `matches`.',
  )
  .refine(({ header, at }) => header === undefined || at === undefined, {
    path: ['at'],
    message: 'Must not be there beside `header`.',
  })
  .refine(({ wait, means }) => wait === undefined || means === 'rate_limited', {
    path: ['wait'],
    message: 'Is for rate_limited alone.',
  });
export type Failure = z.output<typeof failure>;

export const failures = z.array(failure).max(32).default([]);
