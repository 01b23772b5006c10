import { z } from 'zod';

/** Address at which callers reach the gateway, without a trailing slash. */
export const publicUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''));
