import type { Account, ApiAnswer, ApiRequest } from '@trellis/testing';

interface Question extends ApiRequest {
  /** The expected status (default: 200), or several. */
  expected?: number | readonly number[];
}

interface Answer extends ApiAnswer {
  next: string | undefined;
  /** Latency (ms). */
  ms: number;
}

/** Sends a request; throws if it is answered with another status than the expected one. */
export async function ask(
  { request }: Pick<Account, 'request'>,
  method: string,
  path: string,
  { expected = 200, ...options }: Question = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await request(method, path, options);
  const ms = performance.now() - startedAt;
  if (![expected].flat().includes(answer.status)) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { ...answer, next: nextPage(answer), ms };
}

export const nextPage = ({ headers }: Pick<ApiAnswer, 'headers'>): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
