import type { Account, ApiAnswer } from '@trellis/testing';
import { median, table } from '../measure.js';

/** What requests are measured with. */
export interface Graph {
  account: Account;
  /** The first units of each level, from the root to a leaf. */
  path: string[];
  print: (text: string) => void;
}

/** One request, and what to show of its answer. */
export interface Measured {
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
  /** A status that it may have besides 200, whose detail is shown then. */
  refusal?: number;
  shown: (body: ApiAnswer['body']) => string;
}

const rounds = 5;

/** Sends each request some times, one after the other, and prints how long the answers take (ms). */
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

/** Ids of units are shown as their level; those of things and times are left out. */
const withLevels = (text: string, path: string[]): string =>
  path
    .reduce((shown, id, level) => shown.replaceAll(id, `<level ${level}>`), text)
    .replaceAll(/(?:thing=[\da-f-]{36}&){2,}/g, 'thing=…&')
    .replaceAll(/\/things\/[\da-f-]{36}/g, '/things/<id>')
    .replaceAll(/from=[^&]+/g, 'from=<a week ago>');

/** How many items a page has. */
export const countOf = (body: unknown[]): string => `${body.length} items`;
