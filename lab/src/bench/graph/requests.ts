import type { Account, ApiAnswer } from '@trellis/testing';
import { ask } from '../../ask.js';
import { median, range } from '../../numbers.js';
import { milliseconds, print, table } from '../../print.js';
import type { Target } from '../load.js';

export interface Graph {
  account: Account;
  target: Target;
  /** The first units of each level, from the root to a leaf. */
  path: string[];
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

export async function measureRequests(graph: Graph, requests: Measured[]): Promise<void> {
  const rows: string[][] = [];
  for (const { method = 'GET', path, body, refusal = 200, shown } of requests) {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (const _ of range(rounds)) {
      answers.push(await ask(graph.account, method, path, { body, expected: [200, refusal] }));
    }
    const answer = answers.at(-1)!;
    const request = [method, path, ...(body ? [JSON.stringify(body)] : [])].join(' ');
    const times = answers.map(({ ms }) => ms);
    rows.push([
      `\`${withLevels(request, graph)}\``,
      answer.status === 200 ? shown(answer.body) : `${refusal}: ${answer.body.detail}`,
      ...[times[0]!, median(times), Math.max(...times)].map((ms) => milliseconds(ms, 1)),
    ]);
  }
  print(`\n${table(['request', 'answer', 'first', 'median', 'longest'], rows)}`);
}

/** Replaces ids of units by their level, and omits those of things and times. */
export const withLevels = (text: string, { path }: Graph): string =>
  path
    .reduce((shown, id, level) => shown.replaceAll(id, `<level ${level}>`), text)
    .replaceAll(/(?:thing=[\da-f-]{36}&){2,}/g, 'thing=…&')
    .replaceAll(/\/things\/[\da-f-]{36}/g, '/things/<id>')
    .replaceAll(/from=[^&]+/g, 'from=<a week ago>');

export const countOf = (body: unknown[]): string => `${body.length} items`;
