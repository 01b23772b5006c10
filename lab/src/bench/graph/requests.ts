import type { Account, ApiAnswer } from '@trellis/testing';
import { median } from '../measure.js';
import { table } from '../../table.js';

/** An account with an imported graph, and where results go. */
export interface Graph {
  account: Account;
  /** The first units of each level, from the root to a leaf. */
  path: string[];
  print: (text: string) => void;
}

/** A request to measure, and how to summarize its answer. */
export interface Measured {
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Another status besides 200 that is accepted; its detail is printed. */
  refusal?: number;
  shown: (body: ApiAnswer['body']) => string;
}

const rounds = 5;

/** Sends each request several times in sequence and prints the latencies (ms). */
export async function measureRequests(graph: Graph, requests: Measured[]): Promise<void> {
  const rows: string[][] = [];
  for (const { method = 'GET', path, body, refusal = 200, shown } of requests) {
    const times: number[] = [];
    let answer: ApiAnswer | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      answer = await graph.account.request(method, path, { ...(body && { body }) });
      times.push(performance.now() - startedAt);
      if (answer.status !== 200 && answer.status !== refusal) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    const request = [method, path, ...(body ? [JSON.stringify(body)] : [])].join(' ');
    rows.push([
      `\`${withLevels(request, graph.path)}\``,
      answer!.status === 200 ? shown(answer!.body) : `${refusal}: ${answer!.body.detail}`,
      ...[times[0]!, median(times), Math.max(...times)].map(toShown),
    ]);
  }
  graph.print(`\n${table(['request', 'answer', 'first', 'median', 'longest'], rows)}`);
}

export const toShown = (ms: number): string => `${ms.toFixed(1)} ms`;

/** Replaces ids of units by their level, and omits those of things and times. */
const withLevels = (text: string, path: string[]): string =>
  path
    .reduce((shown, id, level) => shown.replaceAll(id, `<level ${level}>`), text)
    .replaceAll(/(?:thing=[\da-f-]{36}&){2,}/g, 'thing=…&')
    .replaceAll(/\/things\/[\da-f-]{36}/g, '/things/<id>')
    .replaceAll(/from=[^&]+/g, 'from=<a week ago>');

/** Describes the number of items of a page. */
export const countOf = (body: unknown[]): string => `${body.length} items`;
