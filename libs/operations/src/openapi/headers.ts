import { z } from 'zod';

/** Headers of answers by their names, as the OpenAPI document describes them. */
export type Headers = Record<string, z.ZodType>;

const header = (id: string, description: string, example?: string) =>
  z
    .string()
    .optional()
    .meta({ description, ...(example !== undefined && { example }), header: { id } });

export const requestId = z
  .string()
  .meta({ description: 'The id of the request.', header: { id: 'RequestId' } });

/** Missing where the request was refused before it was counted, and where there is no limit. */
export const rateLimitFields: Headers = {
  'RateLimit-Policy': header(
    'RateLimitPolicy',
    'The limits by which the request was counted: `q` requests in `w` seconds ' +
      '(draft-ietf-httpapi-ratelimit-headers-11).',
    '"requests";q=60000;w=60',
  ),
  RateLimit: header(
    'RateLimit',
    'For each limit, how many requests are left (`r`) and for how many seconds (`t`).',
    '"requests";r=59990;t=42',
  ),
};

export const link = header('Link', 'The next page, `rel="next"` (RFC 8288).');
export const entityTag = header(
  'ETag',
  'The version of the answer, for `If-None-Match` and `If-Match`.',
);
export const location = header('Location', 'The address of what was created, or where to go on.');
export const retryAfter = header('RetryAfter', 'After how many seconds to try again.', '2');
export const challenge = header('Challenge', 'What the request lacks (RFC 6750, section 3).');
