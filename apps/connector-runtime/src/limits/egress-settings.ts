import type { AllowedNetwork, Server } from '@trellis/connector-sdk';
import { z } from 'zod';

const network = z.object({
  cidr: z.union([z.cidrv4(), z.cidrv6()], 'must be networks such as `192.168.1.0/24`'),
  developer: z.string().optional(),
});

/** Parses private networks: `cidr,cidr` or `developer=cidr,cidr`, separated by semicolons. */
export const networkList = z
  .string()
  .transform((text) => parts(text, ';').flatMap(networksIn))
  .pipe(z.array(network));

function networksIn(group: string): AllowedNetwork[] {
  // A developer's id may contain `=`, a network does not.
  const at = group.lastIndexOf('=');
  const developer = group.slice(0, Math.max(at, 0)).trim();
  return parts(group.slice(at + 1), ',').map((cidr) => ({ cidr, ...(developer && { developer }) }));
}

/** Parses servers: `host:port,host:port`. */
export const serverList = z
  .string()
  .transform((text) => parts(text, ','))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/, 'must be servers such as `gateway:3000`')
        .transform((text): Server => ({
          host: text.slice(0, text.lastIndexOf(':')),
          port: Number(text.slice(text.lastIndexOf(':') + 1)),
        })),
    ),
  );

/** Parses name servers: `address:port,address:port`. */
export const nameServerList = z
  .string()
  .transform((text) => parts(text, ','))
  .pipe(
    z.array(
      z.union(
        [z.ipv4(), z.string().regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[\da-fA-F:.]+\]):\d{1,5}$/)],
        'must be addresses such as `10.0.0.10:53`',
      ),
    ),
  );

const parts = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
