import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectorFailure,
  connectionFailure,
  dial,
  raceSignal,
  Unavailable,
  withAddress,
  type Acquire,
  type RecordedRequest,
  type Recorder,
  type ResolveHost,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { isBusy } from './exceptions.js';
import { encodeFrame, FrameReader, type Frame } from './frame.js';
import { exceptionIn } from './requests.js';

const connectTimeoutMs = 10_000;
/** A gateway waits for a slow bus. */
const answerTimeoutMs = 5_000;
/** The pauses before a request is repeated that a busy device has refused (ms). */
const busyPausesMs = [200, 500, 1_000];
/** How often a connection is opened for one poll or command, with a pause before it is opened again (ms). */
const maxConnections = 3;
const reopenPauseMs = 500;
const closeTimeoutMs = 500;
/** The most frames that answer no request: late answers of a gateway to requests that were given up. */
const maxStray = 16;

export interface ConnectionOptions {
  host: string;
  port: number;
  resolve: ResolveHost;
  acquire: Acquire;
  signal: AbortSignal;
  effort?: SharedBudget | undefined;
  record?: Recorder | undefined;
}

/** The answer to a request: its data, or the code of an exception. */
export type Answer = { pdu: Buffer } | { exception: number };

export interface Sent {
  unit: number;
  pdu: Buffer;
  /** The pause before the request (ms). */
  pauseMs: number;
}

/** A connection to a device or a gateway, with one request at a time; opened by the first one. */
export interface Connection {
  /**
   * Sends a request. Repeats it while the device is busy, and what reads once if the device has closed the connection:
   * it may have served another. Throws `Unavailable` when there is no answer.
   */
  request(sent: Sent): Promise<Answer>;
  /** Resolves when the device has seen the end, or after a moment: it may accept no other connection before. */
  close(): Promise<void>;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { host, port, signal, acquire } = options;
  const address = `modbus://${host}:${port}`;
  let exchange: Exchange | undefined;
  let opened = 0;
  /** Why it could not be opened, which is the same for all that is read in this poll. */
  let refusal: unknown;
  let isClosed = false;

  async function openExchange(): Promise<Exchange> {
    if (exchange?.isOpen()) {
      await acquire();
      return exchange;
    }
    if (refusal !== undefined) throw refusal;
    if (isClosed || opened >= maxConnections) throw lost();
    if (opened > 0) await wait(reopenPauseMs, signal);
    opened += 1;
    await acquire();
    const socket = await open(options).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
    exchange = createExchange(socket, options);
    // What goes on after the end of a poll ends here.
    if (isClosed) await exchange.close();
    return exchange;
  }

  async function send({ unit, pdu, pauseMs }: Sent): Promise<Answer> {
    if (pauseMs > 0 && exchange) await wait(pauseMs, signal);
    const { send: sendPdu } = await openExchange();
    const log = createLog(options.record, { address: `${address}/${unit}`, pdu });
    try {
      const answer = await sendPdu(unit, pdu);
      const exception = exceptionIn(pdu, answer);
      log({ status: exception ?? 0, received: hex(answer) });
      return exception === undefined ? { pdu: answer } : { exception };
    } catch (error) {
      log({ error: error instanceof ConnectorFailure ? error.message : 'Failed.' });
      throw error;
    }
  }

  async function sendAgain(sent: Sent): Promise<Answer> {
    try {
      return await send(sent);
    } catch (error) {
      const isLost = error instanceof Unavailable && error.facts.cause === 'connection_lost';
      if (!isLost || isWrite(sent.pdu) || opened >= maxConnections) throw error;
      return send(sent);
    }
  }

  async function request(sent: Sent): Promise<Answer> {
    for (const pauseMs of busyPausesMs) {
      const answer = await sendAgain(sent);
      if ('pdu' in answer || !isBusy(answer.exception) || isWrite(sent.pdu)) return answer;
      await wait(pauseMs, signal);
    }
    return sendAgain(sent);
  }

  return {
    request: (sent) =>
      request(sent).catch((error: unknown) => {
        throw error instanceof ConnectorFailure ? withAddress(error, address) : error;
      }),
    async close() {
      isClosed = true;
      await exchange?.close();
    },
  };
}

const isWrite = (pdu: Buffer): boolean => pdu[0]! > 4;

async function open({ host, port, resolve, signal }: ConnectionOptions): Promise<Duplex> {
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

/** Returns a function that records how a request ended. */
function createLog(
  record: Recorder | undefined,
  { address, pdu }: { address: string; pdu: Buffer },
) {
  const at = Date.now();
  return (outcome: Pick<RecordedRequest, 'status' | 'error' | 'received'>) =>
    record?.add({
      at,
      protocol: 'modbus',
      method: isWrite(pdu) ? 'WRITE' : 'READ',
      address,
      durationMs: Date.now() - at,
      sent: hex(pdu),
      ...outcome,
    });
}

async function closeGently(socket: Duplex): Promise<void> {
  if (!socket.destroyed) {
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(closeTimeoutMs) });
    socket.end();
    await closed.catch(() => undefined);
  }
  socket.destroy();
}

const hex = (bytes: Buffer) => ({ bytes: bytes.length, body: bytes.toString('hex') });

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {
    throw outOfTime();
  });
}

const outOfTime = () =>
  new Unavailable('The device did not answer in time.', { cause: 'answer_timeout' });

const lost = () =>
  new Unavailable('The device closed the connection.', { cause: 'connection_lost' });

/** An open connection. */
interface Exchange {
  isOpen(): boolean;
  /** Sends a request and waits for the answer with its number. */
  send(unit: number, pdu: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

function createExchange(
  socket: Duplex,
  { signal, effort }: Pick<ConnectionOptions, 'signal' | 'effort'>,
): Exchange {
  const reader = new FrameReader();
  const ending = new AbortController();
  let waiting: { transaction: number; unit: number; resolve(pdu: Buffer): void } | undefined;
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
  socket.on('data', (chunk: Buffer) => {
    if (ending.signal.aborted) return;
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
