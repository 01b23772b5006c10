import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** The schema of `interval_ms`, which the configuration of every client has. */
export const pollInterval = (defaultMs: number) =>
  z.number().int().min(1000).default(defaultMs).describe('Time between two polls (ms).');

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
  .refine(isCertificate, 'Must be a certificate in PEM.');

/** TLS would ignore an unreadable certificate, and then trust no server. */
function isCertificate(text: string): boolean {
  try {
    return text.includes('-----BEGIN CERTIFICATE-----') && Boolean(new X509Certificate(text));
  } catch {
    return false;
  }
}
