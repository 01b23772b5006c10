import { createMessageStream, type MessageStream } from '@trellis/contracts/message-stream';
import type { WebSocket } from 'ws';
import type { Tunnel } from './serve.js';

/** Serves the sessions of the gateway, one after the other, and sends the reports; see `agent-protocol.ts`. */
export function serveMessages(socket: WebSocket, { serve, follow }: Tunnel): void {
  let session: MessageStream | undefined;

  function begin(): MessageStream {
    const begun = createMessageStream(socket);
    serve(begun.stream);
    // One that ends by itself ends the connection.
    begun.stream.once('close', () => {
      if (session === begun) socket.terminate();
    });
    return begun;
  }

  function end(): void {
    const ended = session;
    session = undefined;
    ended?.stream.destroy();
  }

  socket.on('message', (message: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    if (message.length > 0) return (session ??= begin()).receive(message);
    end();
    socket.send(Buffer.alloc(0));
  });
  const stopReports = follow((report) => socket.send(JSON.stringify(report)));
  socket.once('close', () => {
    stopReports();
    end();
  });
}
