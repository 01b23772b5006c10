import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import {
  ConnectorFailure,
  connectionFailure,
  dial,
  raceSignal,
  Unavailable,
  type ResolveHost,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { encodeFrame, FrameReader, type Frame } from './frame.js';

const connectTimeoutMs = 10_000;
/** A gateway waits for a slow bus. */
const answerTimeoutMs = 5_000;
const closeTimeoutMs = 500;
/** The most frames that answer no request: late answers of a gateway to requests that were given up. */
const maxStray = 16;

export interface ExchangeOptions {
  host: string;
  port: number;
  resolve: ResolveHost;
  signal: AbortSignal;
  /** The bytes that may be received. */
  effort?: SharedBudget | undefined;
}

/** An open connection. */
export interface Exchange {
  isOpen(): boolean;
  /** Sends a request and waits for the answer with its number. */
  send(unit: number, pdu: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openExchange(options: ExchangeOptions): Promise<Exchange> {
  return createExchange(await open(options), options);
}

export const outOfTime = () =>
  new Unavailable('The device did not answer in time.', { cause: 'answer_timeout' });

export const lost = (sent = true) =>
  new Unavailable('The device closed the connection.', { cause: 'connection_lost', sent });

async function open({ host, port, resolve, signal }: ExchangeOptions): Promise<Duplex> {
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    return await dial({ resolve, signal: either }, { host, port });
  } catch (error) {
    if (error instanceof ConnectorFailure) throw error;
    if (either.aborted) {
      throw new Unavailable('The device did not accept a connection in time.', {
        cause: 'connect_timeout',
        sent: false,
      });
    }
    throw connectionFailure(error, 'The device', { sent: false });
  }
}

interface Waiting {
  transaction: number;
  unit: number;
  resolve(pdu: Buffer): void;
}

function createExchange(socket: Duplex, options: ExchangeOptions): Exchange {
  const ending = new AbortController();
  let waiting: Waiting | undefined;
  let transaction = 0;
  let stray = 0;
  const end = (reason: Error) => {
    ending.abort(reason);
    socket.destroy();
  };
  const take = (frame: Frame) => {
    if (waiting?.transaction === frame.transaction && waiting.unit === frame.unit) {
      waiting.resolve(frame.pdu);
      waiting = undefined;
      return;
    }
    stray += 1;
    if (stray > maxStray) {
      end(
        new Unavailable('The device sends answers without requests.', { cause: 'unexpected_form' }),
      );
    }
  };
  watch(socket, options, { take, end });

  const send = async (unit: number, pdu: Buffer): Promise<Buffer> => {
    if (ending.signal.aborted) throw ending.signal.reason;
    transaction = (transaction + 1) & 0xffff;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<Buffer>((resolve, reject) => {
      timer = setTimeout(() => reject(outOfTime()), answerTimeoutMs);
      waiting = { transaction, unit, resolve };
    });
    socket.write(encodeFrame({ transaction, unit, pdu }));
    try {
      return await raceSignal(ending.signal, answer);
    } finally {
      clearTimeout(timer);
    }
  };
  return { isOpen: () => !ending.signal.aborted, send, close: () => closeGently(socket) };
}

/** Takes the frames that arrive, and ends the connection for the first reason there is. */
function watch(
  socket: Duplex,
  { signal, effort }: ExchangeOptions,
  { take, end }: { take(frame: Frame): void; end(reason: Error): void },
): void {
  const reader = new FrameReader();
  socket.on('data', (chunk: Buffer) => {
    if (socket.destroyed) return;
    if (effort?.take('bytes', chunk.length) === false) {
      return end(new Unavailable('The device sends too much.', { cause: 'too_much_to_read' }));
    }
    try {
      for (const frame of reader.push(chunk)) take(frame);
    } catch (error) {
      end(error as Error);
    }
  });
  socket.on('error', (error) => end(connectionFailure(error, 'The device')));
  socket.on('close', () => end(lost()));
  const onAbort = () => end(outOfTime());
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAbort));
}

async function closeGently(socket: Duplex): Promise<void> {
  if (!socket.destroyed) {
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(closeTimeoutMs) });
    socket.end();
    await closed.catch(() => undefined);
  }
  socket.destroy();
}
