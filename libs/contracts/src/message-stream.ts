import { Duplex } from 'node:stream';

/** The part of a WebSocket that carries binary messages. */
interface MessageSocket {
  send(message: Buffer, done: (error?: Error | null) => void): void;
  pause(): void;
  resume(): void;
}

/** The bytes of an HTTP/2 session, in the binary messages of a WebSocket. */
export interface MessageStream {
  stream: Duplex;
  /** Takes the content of a message that has arrived. */
  receive(message: Buffer): void;
}

/** Returns a stream for one HTTP/2 session of a WebSocket, which may have others before and after it. */
export function createMessageStream(socket: MessageSocket): MessageStream {
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done) => socket.send(chunk, done),
    // HTTP/2 writes the parts of frames one by one; each message costs a header and a call of the system.
    writev: (parts, done) =>
      socket.send(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)), done),
    destroy(error, done) {
      socket.resume();
      done(error);
    },
  });
  stream.on('error', () => undefined);
  return {
    stream,
    receive(message) {
      if (!stream.destroyed && !stream.push(message)) socket.pause();
    },
  };
}
