import type { Duplex } from 'node:stream';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { Misconfigured, type FactsOf } from '../failure.js';

type Shown = Pick<
  PeerCertificate,
  'valid_from' | 'valid_to' | 'subject' | 'issuer' | 'subjectaltname'
>;

interface Reason extends Pick<FactsOf<'misconfigured'>, 'cause' | 'until'> {
  text: string;
}

/** Says why Node refuses certificates, by its codes (OpenSSL, "X509_verify_cert_error_string"). */
const reasons: Record<string, (shown: Partial<Shown>) => Reason> = {
  CERT_HAS_EXPIRED({ valid_to: end }) {
    const text = isPast(end)
      ? `expired on ${dayOf(end)}`
      : 'depends on a certificate that has expired';
    return { text, cause: 'tls_expired', until: isPast(end) ? dateOf(end) : undefined };
  },
  CERT_NOT_YET_VALID({ valid_from: start }) {
    const text = isPast(start)
      ? 'depends on one that is not valid yet'
      : `is not valid before ${dayOf(start)}`;
    return { text, cause: 'tls_not_yet_valid', until: isPast(start) ? undefined : dateOf(start) };
  },
  ERR_TLS_CERT_ALTNAME_INVALID: (shown) => ({
    text: `is for ${namesIn(shown) || 'another name'}`,
    cause: 'tls_other_name',
  }),
  DEPTH_ZERO_SELF_SIGNED_CERT: () => ({
    text: 'is self-signed and not trusted',
    cause: 'tls_self_signed',
  }),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

function unknownAuthority({ issuer }: Partial<Shown>): Reason {
  const name = printable([issuer?.CN ?? issuer?.O ?? ''].flat().join(', '));
  const text = name
    ? `is signed by ${name}, which is not a trusted authority`
    : 'is not signed by a trusted authority';
  return { text, cause: 'tls_unknown_authority' };
}

const maxNamesLength = 100;

/** Returns the names that a certificate is for, such as `a.example, b.example`. */
function namesIn({ subjectaltname = '', subject }: Partial<Shown>): string {
  const names = [...subjectaltname.matchAll(/(?:DNS|IP Address):([^,\s"]+)/g)].map(
    ([, name]) => name,
  );
  return printable(names.length > 0 ? names.join(', ') : [subject?.CN ?? ''].flat().join(', '));
}

function printable(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '?');
  return plain.length > maxNamesLength ? `${plain.slice(0, maxNamesLength)}…` : plain;
}

const isPast = (time: string | undefined): boolean => Date.parse(time ?? '') <= Date.now();

function dateOf(time: string | undefined): Date | undefined {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const dayOf = (time: string | undefined): string =>
  dateOf(time)?.toISOString().slice(0, 10) ?? 'an unknown date';

/** Codes of handshakes that fail because the server speaks no TLS, or none that this one speaks. */
const protocolCode = /^(EPROTO|ERR_SSL_.*)$/;

/**
 * Returns a function that explains the error of a connection, if it is one of TLS: waiting does not help there, unlike
 * with a server that is down.
 */
export function watchCertificate(
  socket: Duplex,
  server: string,
): (error: unknown) => Misconfigured | undefined {
  if (!(socket instanceof TLSSocket)) return () => undefined;
  let shown: Partial<Shown> = {};
  // Once the certificate is refused, nothing shows it any more.
  socket.prependOnceListener('secure', () => (shown = socket.getPeerCertificate()));
  return (error) => {
    const failed: unknown = (error as { code?: unknown }).code;
    // Typed as an error, it is the code of one.
    const code: unknown = socket.authorizationError;
    if (typeof code === 'string' && code === failed) {
      const { text, ...facts } = Object.hasOwn(reasons, code)
        ? reasons[code]!(shown)
        : { text: `is refused (${code})`, cause: 'tls_refused' as const };
      return new Misconfigured(`The certificate of ${server} ${text}.`, facts);
    }
    if (typeof failed !== 'string' || !protocolCode.test(failed)) return undefined;
    const detail = `${server} does not agree on an encrypted connection (${failed}).`;
    return new Misconfigured(capitalized(detail), { cause: 'tls_protocol' });
  };
}

const capitalized = (text: string): string => text.replace(/^the /, 'The ');
