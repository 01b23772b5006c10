import { Duplex } from 'node:stream';
import type { Http2Stream } from 'node:http2';

/** How long a stream that is closed here may go on at the other end (ms). */
const lingerMs = 5_000;

/**
 * Returns a `CONNECT` stream as a connection (RFC 9113, section 8.5). When it is destroyed, the stream is ended and read to
 * its end instead of reset: HTTP/2 servers end a session with many resets (CVE-2023-44487).
 */
export function connectionOf(stream: Http2Stream): Duplex {
  const connection = new Duplex({
    allowHalfOpen: false,
    read: () => void stream.resume(),
    write(chunk, encoding, done) {
      if (stream.destroyed || stream.writableEnded) return done(closed());
      stream.write(chunk, encoding, done);
    },
    final(done) {
      if (!stream.writableEnded) stream.end();
      done();
    },
    destroy(error, done) {
      leave(stream);
      done(error);
    },
  });
  stream.on('data', (chunk: Buffer) => {
    if (!connection.push(chunk)) stream.pause();
  });
  stream.once('end', () => connection.push(null));
  stream.once('error', (error) => connection.destroy(error));
  stream.once('close', () => connection.destroy(connection.readableEnded ? undefined : closed()));
  return connection;
}

/** Ends a stream, and drops what still arrives. */
function leave(stream: Http2Stream): void {
  if (stream.destroyed) return;
  stream.removeAllListeners('data');
  stream.on('error', () => undefined);
  if (!stream.writableEnded) stream.end();
  stream.resume();
  setTimeout(() => stream.destroy(), lingerMs).unref();
}

const closed = () => Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
