import { z } from 'zod';
import { failures } from './failures.js';
import { headerName, headerValue } from './headers.js';
import { expression, name, named, nothing, path, source, uriTemplate } from './members.js';

export const headers = z
  .record(headerName, headerValue)
  .refine((all) => Object.keys(all).length <= 16, 'Must have at most 16 members.')
  .default({});

/** The largest body of a description (characters of JSON). */
const maxBodyLength = 16 * 1024;

export const body = z
  .json()
  .refine((given) => JSON.stringify(given).length <= maxBodyLength, 'Is too large.')
  .optional()
  .describe('Sent as JSON. A text that is only `{name}` becomes the value of that variable.');

export const bodyAs = z
  .enum(['json', 'form'])
  .default('json')
  .describe('How the body is sent; a form has the members of an object.');

export const answerAs = z
  .enum(['json', 'xml'])
  .default('json')
  .describe(
    'The format of answers. In XML, an element is an object of its children and attributes (`@name`), or its text.',
  );

const error = path
  .optional()
  .describe('Where an answer reports an error: it failed when this selects anything but null.');

const tokenRefused = path
  .optional()
  .describe('Short for `failures` that mean `token_expired` when this selects anything but null.');

const maxPages = z.number().int().min(1).max(100).default(20);

const paging = z
  .discriminatedUnion('by', [
    z.strictObject({ by: z.literal('link'), max_pages: maxPages }),
    z.strictObject({ by: z.literal('address'), at: path, max_pages: maxPages }),
    z.strictObject({
      by: z.literal('cursor'),
      at: path,
      variable: name,
      more: path
        .optional()
        .describe('Where the answer says whether there is another page; by default by a cursor.'),
      max_pages: maxPages,
    }),
    z.strictObject({
      by: z.literal('number'),
      variable: name,
      start: z.number().int().default(1),
      step: z.number().int().min(1).default(1),
      items: path.describe('The last page is the one in which this selects nothing.'),
      max_pages: maxPages,
    }),
  ])
  .describe(
    'Where the next page is: in the header `Link` (RFC 8288), at an address or cursor in the answer, or ' +
      'by counting.',
  );
export type Paging = z.output<typeof paging>;

export const request = z.strictObject({
  method: z.enum(['GET', 'POST']).default('GET'),
  path: uriTemplate,
  headers,
  body,
  body_as: bodyAs,
  answer_as: answerAs,
  error,
  token_refused: tokenRefused,
  failures: failures.describe('What answers mean, before those of the description.'),
  nothing: nothing.describe('Values that mean nothing in its answers.'),
  lists: z
    .array(path)
    .max(16)
    .default([])
    .describe('Paths to lists that may be a single object, null, or missing when they are empty.'),
  transform: expression
    .optional()
    .describe('JSONata that makes of each answer what the paths to entities are applied to.'),
  paging: paging.optional(),
  each: z
    .strictObject({
      request: name,
      items: path,
      variables: named(source, 16),
    })
    .optional()
    .describe('Sends the request once for each item in the answers of another request.'),
});
export type Request = z.output<typeof request>;

export const command = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('PUT'),
  path: uriTemplate.describe('`{value}` is the value, or the input of the action.'),
  headers,
  body,
  body_as: bodyAs,
  answer_as: answerAs,
  error,
  token_refused: tokenRefused,
  failures: failures.describe('What answers mean, before those of the description.'),
  expression: expression.optional().describe('JSONata that makes `{value}` of the value or input.'),
  output: path.optional().describe('Where the answer has the output of an action.'),
});
export type Command = z.output<typeof command>;
