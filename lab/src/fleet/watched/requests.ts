import { Agent, request, type RequestOptions } from 'node:http';
import { startCallers } from '../../callers.js';
import { range } from '../../numbers.js';

export interface RequestCount {
  sent: number;
  /** Descriptions of the failed requests. */
  failures: string[];
}

interface Target {
  /** Base URL, without a trailing slash. */
  address: string;
  token: string;
}

/** The connections of each caller: a persistent one, or a new one for each request. */
const callers = [...range(8).map(() => 'persistent'), ...range(4).map(() => 'new')];

/** Pause between the requests of a caller (ms). */
const intervalMs = 100;
const timeoutMs = 20_000;

/** Number of reads after each creation of a unit. */
const readsPerCreation = 3;

/** Sends requests, which are not repeated, so that every failure counts. */
export function startRequests({ address, token }: Target): { stop(): Promise<RequestCount> } {
  const count: RequestCount = { sent: 0, failures: [] };
  const url = `${address}/api/v1/units`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const unit = JSON.stringify({ name: 'Room', type: 'room' });
  const sent = callers.map(() => 0);
  const agents = callers.map(
    (connections) => new Agent({ keepAlive: connections === 'persistent', maxSockets: 1 }),
  );

  async function call(caller: number): Promise<void> {
    const creates = sent[caller]! % (readsPerCreation + 1) === 0;
    const method = creates ? 'POST' : 'GET';
    const options = { agent: agents[caller]!, method, headers, timeout: timeoutMs };
    const status = await send(url, options, creates ? unit : undefined).catch(
      (error: Error) => error.message,
    );
    sent[caller]! += 1;
    count.sent += 1;
    if (status !== (creates ? 201 : 200)) {
      count.failures.push(`${method} over a ${callers[caller]} connection: ${status}`);
    }
  }

  const calling = startCallers(callers.length, call, intervalMs);
  return {
    async stop() {
      await calling.stop();
      for (const agent of agents) agent.destroy();
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
