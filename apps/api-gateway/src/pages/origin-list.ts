import { webOrigin } from '@trellis/contracts';
import { z } from 'zod';

/** Origins of web pages, separated by commas. */
export const originList = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .pipe(z.array(webOrigin));
