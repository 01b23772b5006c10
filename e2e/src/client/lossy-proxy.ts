import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ReceivedRequest {
  /** Method and path. */
  line: string;
  headers: IncomingHttpHeaders;
}

export interface LossyProxy {
  address: string;
  /** The requests since it was started. */
  requests: ReceivedRequest[];
  /** Drops the next answers: the request is executed, but the connection ends. */
  loseAnswers(count: number): void;
  lost(): number;
  /** Answers the next request itself, as a proxy without its server. */
  refuseNext(status: number, headers: Record<string, string>): void;
  /** Sends the next request with another access token, which its server refuses. */
  spoilToken(): void;
  /** Answers access tokens as if they were valid for a time (s). */
  limitTokens(expiresIn: number): void;
  close(): void;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let toLose = 0;
  let lost = 0;
  let refusal: { status: number; headers: Record<string, string> } | undefined;
  let isTokenSpoiled = false;
  let expiresIn: number | undefined;
  const requests: ReceivedRequest[] = [];

  async function answer(received: IncomingMessage, outgoing: ServerResponse) {
    if (toLose > 0) {
      toLose -= 1;
      received.resume().on('end', () => {
        lost += 1;
        outgoing.destroy();
      });
      return;
    }
    const { statusCode, headers } = received;
    if (expiresIn !== undefined && requests.at(-1)?.line === 'POST /oauth2/token') {
      const token = JSON.parse(await text(received)) as object;
      const { 'content-length': _, ...others } = headers;
      outgoing.writeHead(statusCode!, others);
      outgoing.end(JSON.stringify({ ...token, expires_in: expiresIn }));
      return;
    }
    outgoing.writeHead(statusCode!, headers);
    received.pipe(outgoing);
    received.on('error', () => outgoing.destroy());
  }

  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    requests.push({ line: `${method} ${url}`, headers });
    if (refusal) {
      incoming.resume();
      outgoing.writeHead(refusal.status, refusal.headers).end();
      refusal = undefined;
      return;
    }
    const isSpoiled = isTokenSpoiled && headers.authorization !== undefined;
    if (isSpoiled) isTokenSpoiled = false;
    const sent = isSpoiled ? { ...headers, authorization: 'Bearer spoiled' } : headers;
    const passed = forward(`${target}${url}`, { method, headers: sent }, (received) => {
      void answer(received, outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    // A reader of a stream that leaves ends it at the server, too.
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    loseAnswers: (count) => (toLose = count),
    lost: () => lost,
    refuseNext: (status, headers) => (refusal = { status, headers }),
    spoilToken: () => (isTokenSpoiled = true),
    limitTokens: (seconds) => (expiresIn = seconds),
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
