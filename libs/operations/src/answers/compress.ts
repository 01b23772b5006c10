import { brotliCompress, constants, gzip } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** A content coding of answers. */
export type Encoding = 'br' | 'gzip';

/** The size (bytes) from which answers are compressed: shorter ones take more time than they save. */
export const minCompressedBytes = 8 * 1024;

/** How many answers are compressed at a time; others are sent as they are rather than wait. */
const maxAtOnce = 8;

/** Returns the coding that a caller prefers, brotli if it likes both alike; undefined for none. */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return undefined;
  const ordered = accepted.split(',').toSorted((one, other) => rankOf(one) - rankOf(other));
  const negotiator = new Negotiator({ headers: { 'accept-encoding': ordered.join() } });
  const encoding = negotiator.encoding(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/**
 * Returns whether an answer may show a secret by its compressed size to those who choose a part of the text (BREACH): a
 * browser sends cookies for any page, but never the access token of another page.
 */
export const isByCookie = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && authorization === undefined;

/** Negotiator prefers the first of those with the same weight. */
const rankOf = (coding: string): number => (/^\s*br\s*(?:;|$)/.test(coding) ? 0 : 1);

/** Compresses texts, unless too many are under way. */
interface Compressor {
  /** Whether another text may be compressed now. */
  hasRoom(): boolean;
  /** Compresses in a thread of its own; returns undefined when that fails. */
  compress(text: string, encoding: Encoding): Promise<Buffer | undefined>;
}

export function createCompressor(): Compressor {
  let underWay = 0;
  return {
    hasRoom: () => underWay < maxAtOnce,
    async compress(text, encoding) {
      underWay += 1;
      try {
        return await compressed(text, encoding);
      } catch {
        return undefined;
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** The fastest levels: better ones save a tenth more bytes for twice the time and more (docs/performance.md). */
const brotliOptions = (text: string) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
const gzipOptions = { level: 1 };

const compressed = (text: string, encoding: Encoding): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes));
    if (encoding === 'br') brotliCompress(text, brotliOptions(text), done);
    else gzip(text, gzipOptions, done);
  });
