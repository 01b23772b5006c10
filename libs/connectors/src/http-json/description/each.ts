import type { Request } from './requests.js';

/** The most `each` that lead to a request, one by another. */
export const maxDepth = 3;

/**
 * Returns the names of the requests whose items a request is sent for, the outermost first, and its own. What leads to
 * itself is cut off.
 */
export function chainOf(requests: Readonly<Record<string, Request>>, name: string): string[] {
  const chain: string[] = [];
  for (
    let next: string | undefined = name;
    next !== undefined && Object.hasOwn(requests, next) && !chain.includes(next);
    next = requests[next]!.each?.request
  ) {
    chain.unshift(next);
  }
  return chain;
}

/** Returns the names of the variables that the items of a request's chain have. */
export const variablesOfChain = (
  requests: Readonly<Record<string, Request>>,
  name: string,
): string[] =>
  chainOf(requests, name).flatMap((one) => Object.keys(requests[one]!.each?.variables ?? {}));
