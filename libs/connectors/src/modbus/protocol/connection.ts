import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectorFailure,
  Unavailable,
  withAddress,
  type Acquire,
  type RecordedRequest,
  type Recorder,
} from '@trellis/connector-sdk';
import { isBusy } from './exceptions.js';
import { lost, openExchange, outOfTime, type Exchange, type ExchangeOptions } from './exchange.js';
import { exceptionIn } from './requests.js';

/** The pauses before a request is repeated that a busy device has refused (ms). */
const busyPausesMs = [200, 500, 1_000];
/** How often a connection is opened for one poll or command, with a pause before it is opened again (ms). */
const maxConnections = 3;
const reopenPauseMs = 500;

export interface ConnectionOptions extends ExchangeOptions {
  acquire: Acquire;
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

  async function currentExchange(): Promise<Exchange> {
    if (exchange?.isOpen()) {
      await acquire();
      return exchange;
    }
    if (refusal !== undefined) throw refusal;
    if (isClosed || opened >= maxConnections) throw lost(false);
    if (opened > 0) await wait(reopenPauseMs, signal);
    opened += 1;
    await acquire();
    exchange = await openExchange(options).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
    // The poll may have ended while the connection was being opened.
    if (isClosed) await exchange.close();
    return exchange;
  }

  async function send({ unit, pdu, pauseMs }: Sent): Promise<Answer> {
    if (pauseMs > 0 && exchange) await wait(pauseMs, signal);
    const { send: sendPdu } = await currentExchange();
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

const hex = (bytes: Buffer) => ({ bytes: bytes.length, body: bytes.toString('hex') });

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {
    throw outOfTime();
  });
}
