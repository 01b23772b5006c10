import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type Answer } from 'dns-packet';
import { closeAfterTest } from './server.js';

/** A name server on this machine (UDP), until the end of the test. */
export interface TestNameServer {
  /** `127.0.0.1:<port>`. */
  address: string;
  /** The name in each query. */
  queries: string[];
  /** Answers the pending queries with an error. */
  release(): void;
}

/**
 * Starts a name server with addresses by name. It never answers for a name with `silent` in it, until
 * it is released; any other unknown name does not exist. `ttl` is how long its answers are valid (s).
 */
export async function startNameServer(
  addresses: Record<string, string[]> = {},
  { ttl = 60 }: { ttl?: number } = {},
): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  const pending: (() => void)[] = [];

  socket.on('message', (message, from) => {
    const question = decode(message).questions?.[0];
    if (!question) return;
    const { name, type } = question;
    queries.push(name);
    const found = addresses[name]?.filter((one) => one.includes(':') === (type === 'AAAA')) ?? [];
    const answers = found.map((data) => ({ name, type, ttl, data }) as Answer);
    const isKnown = Object.hasOwn(addresses, name);
    const reply = () => respond(message, from, { answers, isKnown });
    if (name.includes('silent')) pending.push(reply);
    else reply();
  });

  function respond(
    message: Buffer,
    { port, address }: RemoteInfo,
    { answers, isKnown }: { answers: Answer[]; isKnown: boolean },
  ) {
    const { id, questions = [] } = decode(message);
    // The response code is the last four bits of the flags (RFC 1035, section 4.1.1).
    const flags = isKnown ? 0 : 3;
    const reply = encode({ type: 'response', id: id ?? 0, flags, questions, answers });
    socket.send(reply, port, address);
  }

  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closeAfterTest(() => socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    release: () => pending.splice(0).forEach((reply) => reply()),
  };
}
