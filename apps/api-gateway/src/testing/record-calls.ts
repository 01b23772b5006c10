import type { Calls } from './gateway.js';

export interface ReceivedCall {
  name: string;
  input: Record<string, unknown>;
}

/** Calls that answer an empty page each, unless a test says more, with what they were called with. */
export function recordCalls(): { calls: Calls; received: ReceivedCall[] } {
  const received: ReceivedCall[] = [];
  const calls = new Proxy<Calls>(
    {},
    {
      get:
        (answers, name: string) =>
        (input: Record<string, unknown>): unknown => {
          received.push({ name, input });
          return answers[name]?.(input as never) ?? { items: [] };
        },
    },
  );
  return { calls, received };
}
