import type { Socket } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { Misconfigured } from '../failure.js';

type Validity = Pick<PeerCertificate, 'valid_from' | 'valid_to'>;

/** Says why Node refuses certificates, by its codes (OpenSSL, "X509_verify_cert_error_string"). */
const reasons: Record<string, (validity: Partial<Validity>) => string> = {
  CERT_HAS_EXPIRED: ({ valid_to: end }) =>
    isPast(end) ? `expired on ${dateOf(end)}` : 'depends on a certificate that has expired',
  CERT_NOT_YET_VALID: ({ valid_from: start }) =>
    isPast(start) ? 'depends on one that is not valid yet' : `is not valid before ${dateOf(start)}`,
  ERR_TLS_CERT_ALTNAME_INVALID: () => 'is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'is self-signed and not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

function unknownAuthority(): string {
  return 'is not signed by a trusted authority';
}

const isPast = (time: string | undefined): boolean => Date.parse(time ?? '') <= Date.now();

function dateOf(time: string | undefined): string {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);
}

/**
 * Returns a function that explains the error of a connection, if the certificate of the server was refused: waiting does
 * not help there, unlike with a server that is down.
 */
export function watchCertificate(
  socket: Socket,
  server: string,
): (error: unknown) => Misconfigured | undefined {
  if (!(socket instanceof TLSSocket)) return () => undefined;
  let validity: Partial<Validity> = {};
  // Once the certificate is refused, nothing shows it any more.
  socket.prependOnceListener('secure', () => (validity = socket.getPeerCertificate()));
  return (error) => {
    // Typed as an error, it is the code of one.
    const code: unknown = socket.authorizationError;
    if (typeof code !== 'string' || code !== (error as { code?: unknown }).code) return undefined;
    const reason = Object.hasOwn(reasons, code) ? reasons[code]!(validity) : `is refused (${code})`;
    return new Misconfigured(`The certificate of ${server} ${reason}.`);
  };
}
