import { Agent, request, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The outcome of requests. */
export interface RequestCount {
  sent: number;
  /** Descriptions of the failed requests. */
  failures: string[];
}

/** Callers that send one request after the other until they are stopped. */
export interface Callers {
  stop(): Promise<RequestCount>;
}

interface Target {
  /** Base URL, without a trailing slash. */
  address: string;
  token: string;
}

/** Numbers of callers with a persistent connection, and with a new one for each request. */
const callersOf = { persistent: 8, new: 4 };
type Connections = keyof typeof callersOf;

/** Pause between the requests of a caller (ms). */
const intervalMs = 100;
const timeoutMs = 20_000;

/** Number of reads after each creation of a unit. */
const readsPerCreation = 3;

/** Starts callers that do not retry, so that every failure counts. */
export function startCallers({ address, token }: Target): Callers {
  const count: RequestCount = { sent: 0, failures: [] };
  let isStopping = false;
  const url = `${address}/api/v1/units`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const unit = JSON.stringify({ name: 'Room', type: 'room' });

  async function call(connections: Connections): Promise<void> {
    const agent = new Agent({ keepAlive: connections === 'persistent', maxSockets: 1 });
    for (let n = 0; !isStopping; n += 1) {
      const creates = n % (readsPerCreation + 1) === 0;
      const method = creates ? 'POST' : 'GET';
      const options = { agent, method, headers, timeout: timeoutMs };
      const status = await send(url, options, creates ? unit : undefined).catch(
        (error: Error) => error.message,
      );
      count.sent += 1;
      if (status !== (creates ? 201 : 200)) {
        count.failures.push(`${method} over a ${connections} connection: ${status}`);
      }
      await pause(intervalMs);
    }
    agent.destroy();
  }

  const kinds = Object.keys(callersOf) as Connections[];
  const calling = kinds.flatMap((kind) =>
    Array.from({ length: callersOf[kind] }, () => call(kind)),
  );
  return {
    async stop() {
      isStopping = true;
      await Promise.all(calling);
      return count;
    },
  };
}

/** Sends a request, reads its whole answer and returns the status. */
function send(url: string, options: RequestOptions, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.once('error', reject);
      answer.once('end', () => resolve(answer.statusCode!));
      answer.resume();
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('error', reject);
    sent.end(body);
  });
}
