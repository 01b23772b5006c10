import { z } from 'zod';

/** The address at which callers reach the gateway, without a slash at its end. */
export const publicUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''));
