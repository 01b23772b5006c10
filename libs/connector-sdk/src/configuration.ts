import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** Returns the schema of `interval_ms`, which every client's configuration has. */
export const pollInterval = (defaultMs: number, leastMs = 1000) =>
  z.number().int().min(leastMs).default(defaultMs).meta({
    title: 'Poll interval',
    description: 'Time between two polls, in milliseconds.',
  });

/** The metadata of a secret member in the JSON Schema of a configuration: its value is never shown. */
export const secret = { writeOnly: true, format: 'password' } as const;

/** Returns the JSON Schema (draft 2020-12) of a configuration as it is sent, for forms. */
export const configurationSchema = (schema: z.ZodObject): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input' });

/** The address of an HTTP server. */
export const httpAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** A host, with a port unless it is the default: `hub.local`, `192.0.2.1:8080`, `[2001:db8::1]`. */
export const hostAndPort = z
  .string()
  .regex(/^([A-Za-z0-9._-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(:\d{1,5})?$/, 'Must be a host.');

/** Certificates of an authority (PEM) to trust instead of the public ones. */
export const certificate = z
  .string()
  .max(64 * 1024)
  .refine(isCertificate, 'Must be a certificate in PEM.')
  .meta({ contentMediaType: 'application/x-pem-file' });

/** Returns whether a certificate can be read: TLS would ignore it otherwise, and then trust no server. */
function isCertificate(text: string): boolean {
  try {
    return text.includes('-----BEGIN CERTIFICATE-----') && Boolean(new X509Certificate(text));
  } catch {
    return false;
  }
}
