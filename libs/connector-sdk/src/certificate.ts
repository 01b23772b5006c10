import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** Certificates in PEM, for configurations: of an authority to trust in place of the public ones. */
export const certificate = z
  .string()
  .max(64 * 1024)
  .refine(isCertificate, 'Must be a certificate in PEM.');

/** TLS passes over what it cannot read, and then trusts nobody; it is better to say so at once. */
function isCertificate(text: string): boolean {
  try {
    return text.includes('-----BEGIN CERTIFICATE-----') && Boolean(new X509Certificate(text));
  } catch {
    return false;
  }
}
