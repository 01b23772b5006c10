import { parse } from 'node:querystring';
import createRouter from 'find-my-way';
import type { Operation } from './operation.js';

/** The path of a request, resolved. */
export interface Route {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The operation of the method, if there is one. */
  operationOf(method: string): Operation | undefined;
  /** The methods of the path, for `Allow`. */
  allow: string[];
}

/** A path with its operations by method. */
interface Resource {
  byMethod: Map<string, Operation>;
  allow: string[];
}

/**
 * Finds the route of a request in a radix tree of the paths, by its target (path and query). A target
 * that cannot be decoded has none.
 */
export function createRoutes(
  operations: readonly Operation[],
): (target: string) => Route | undefined {
  const router = createRouter({
    ignoreTrailingSlash: true,
    // Node.js limits the length of the head of a request; operations limit names and ids.
    maxParamLength: Number.MAX_SAFE_INTEGER,
    querystringParser: parse,
  });
  for (const [path, resource] of byPath(operations)) {
    // The router would answer an unknown method as an unknown path, so it only sees one.
    router.on('GET', path, () => undefined, resource);
  }
  return (target) => {
    const found = router.find('GET', target);
    if (!found || hasEmptyValue(found.params)) return undefined;
    const { byMethod, allow } = found.store as Resource;
    return {
      params: found.params as Record<string, string>,
      query: found.searchParams,
      operationOf: (method) => byMethod.get(method),
      allow,
    };
  };
}

function byPath(operations: readonly Operation[]): Map<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const row of operations) {
    const resource = resources.get(row.path) ?? emptyResource();
    const methods = row.method === 'get' ? ['GET', 'HEAD'] : [row.method.toUpperCase()];
    for (const method of methods) resource.byMethod.set(method, row);
    resource.allow.push(...methods);
    resources.set(row.path, resource);
  }
  return resources;
}

const emptyResource = (): Resource => ({ byMethod: new Map(), allow: [] });

function hasEmptyValue(params: Record<string, string | undefined>): boolean {
  for (const name in params) if (params[name] === '') return true;
  return false;
}
