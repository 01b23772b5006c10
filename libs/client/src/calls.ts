import createClient from 'openapi-fetch';
import type {
  PathsWithMethod,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers';
import { pathsWithoutKey, type paths } from './generated/openapi.js';
import { requireJson } from './problem.js';
import type { Send, SendOptions } from './send.js';

export interface CallOptions extends Partial<SendOptions> {
  signal?: AbortSignal | undefined;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The API paths that support a method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;

type Operation<M extends Method, Path extends PathOf<M>> = Path extends keyof paths
  ? M extends keyof paths[Path]
    ? NonNullable<paths[Path][M]>
    : never
  : never;

type Parameters<T> = T extends { parameters: infer P } ? Omit<P, 'cookie'> : object;

interface Json<Body> {
  content: { 'application/json': Body };
}

type BodyOf<T> = T extends { requestBody: Json<infer Body> }
  ? { body: Body }
  : T extends { requestBody?: undefined }
    ? { body?: never }
    : T extends { requestBody?: Json<infer Body> }
      ? { body?: Body }
      : object;

/** The `path`, `query`, `header` and `body` that a call takes, and the options of sending it. */
export type OptionsOf<M extends Method, Path extends PathOf<M>> = Parameters<Operation<M, Path>> &
  BodyOf<Operation<M, Path>> &
  CallOptions;

/** The data that a call returns. */
export type DataOf<M extends Method, Path extends PathOf<M>> =
  ResponseObjectMap<Operation<M, Path>> extends infer Responses extends Record<
    string | number,
    unknown
  >
    ? SuccessResponse<Responses, 'application/json'>
    : never;

export interface Answer<Data> {
  /** The JSON body; undefined if the response has none. */
  data: Data;
  /** The response, for its status and headers such as `Location` and `ETag`. */
  response: Response;
}

/** A call with one HTTP method. */
export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: object extends OptionsOf<M, Path> ? [OptionsOf<M, Path>?] : [OptionsOf<M, Path>]
) => Promise<Answer<DataOf<M, Path>>>;

type QueryOf<Path extends PathOf<'get'>> =
  OptionsOf<'get', Path> extends { query?: infer Query } ? NonNullable<Query> : never;

/** The paths of lists that take a `view`. */
export type ViewedPath = {
  [Path in PathOf<'get'>]: [QueryOf<Path>] extends [never]
    ? never
    : 'view' extends keyof QueryOf<Path>
      ? Path
      : never;
}[PathOf<'get'>];

/** The options of a list with a `view`. */
export type ViewedOptions<Path extends ViewedPath> = OptionsOf<'get', Path> & {
  query: { view: string };
};

/** An item of a list with a `view`. Plain references have no `id`. */
export type ViewedItem<Path extends ViewedPath> = Extract<
  DataOf<'get', Path>,
  { id: string }[]
>[number];

interface Get extends Call<'get'> {
  <Path extends ViewedPath>(
    path: Path,
    options: ViewedOptions<Path>,
  ): Promise<Answer<ViewedItem<Path>[]>>;
}

export type Calls = { get: Get } & { [M in Exclude<Method, 'get'>]: Call<M> };

interface AnyOptions extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
}

/** Any path of the API, as a type of `openapi-fetch`. */
type AnyPaths = Record<string, Record<Method, AnyOperation>>;

interface AnyOperation {
  parameters: Pick<AnyOptions, 'path' | 'query' | 'header'>;
  requestBody?: Json<unknown>;
  responses: { 200: Json<unknown>; default: Json<unknown> };
}

/** Sends a call without knowing the types of its path. */
export type UntypedCall = (
  method: Method,
  path: string,
  options?: AnyOptions,
) => Promise<Answer<unknown>>;

export function createUntypedCall(baseUrl: string, send: Send): UntypedCall {
  const client = createClient<AnyPaths>({ baseUrl });
  return async (method, target, options = {}) => {
    const { path, query, header, body, signal, ...sending } = options;
    checkIds(Object.values(path ?? {}));
    const key = method === 'post' && !pathsWithoutKey.includes(target) && newIdempotencyKey();
    const { data, error, response } = await client.request(method, target, {
      params: { path, query, header: { ...(key && { 'Idempotency-Key': key }), ...header } },
      body,
      signal,
      fetch: async (request) => requireJson(request, await send(request, sending)),
    });
    // `openapi-fetch` treats redirects as errors, but they are expected responses of some calls.
    return { data: data ?? (error || undefined), response };
  };
}

/** Gives the calls of each HTTP method the types of their paths. */
export function createCalls(untyped: UntypedCall): Calls {
  function call(method: 'get'): Get;
  function call<M extends Exclude<Method, 'get'>>(method: M): Call<M>;
  function call(method: Method): unknown {
    return (path: string, options?: AnyOptions) => untyped(method, path, options);
  }
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  };
}

/** Throws for the ids `.` and `..`, which URL resolution would remove, leading to another operation. */
export function checkIds(ids: unknown[]): void {
  for (const id of ids.map(String)) {
    if (id === '.' || id === '..') throw new TypeError(`${id} is not an id`);
  }
}

/** Returns 128 random bits. `crypto.randomUUID` is not available on pages without TLS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
