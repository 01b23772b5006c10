import type { Request, Response } from 'express';
import type { Answer } from './answer.js';
import type { Deadline } from './deadline.js';
import { useBareIds, type IdForms } from './ids.js';
import type { CallOperation, Operation, OperationCall } from './operation.js';
import type { Route } from './routes.js';
import { subjectHeader } from './subject.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Of a request that another one makes: what is known of it without its connection. */
    within?: Within;
  }
}

interface Within {
  bytes: Buffer | undefined;
  /** When the other request must have its answer. */
  deadline: Deadline;
}

/** The request that calls, and where the answer to it goes. */
interface Caller {
  request: Request;
  response: Response;
  deadline: Deadline;
}

interface CallOptions {
  idForms: IdForms;
  answer(row: Operation, route: Route, exchange: Omit<Caller, 'deadline'>): Promise<Answer>;
}

/** {@link CallOperation} for one request. */
export type CallOperationFor = (
  caller: Caller,
  ...call: Parameters<CallOperation>
) => Promise<Answer>;

export function createCallOperation(
  operations: readonly Operation[],
  { idForms, answer }: CallOptions,
): CallOperationFor {
  const byId = new Map(operations.map((row) => [row.id, row]));
  return async ({ request, response, deadline }, id, call) => {
    const row = byId.get(id);
    if (!row) throw new Error(`There is no operation ${id}.`);
    const params = { ...call.params };
    const query = defined(call.query);
    const inner = derive(request, row, { ...call, params, query });
    const bytes = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
    inner.within = { bytes, deadline };
    useBareIds(row, params, idForms);
    const route = { params, query, allow: [], operationOf: () => undefined };
    return answer(row, route, { request: inner, response });
  };
}

/** The headers by which a request says who sends it. */
const ofCaller = ['authorization', 'user-agent', 'x-forwarded-for', subjectHeader.toLowerCase()];

/** A request of the same caller on the same connection; what is noted on it is not noted on the other. */
function derive(
  request: Request,
  { method, path }: Operation,
  { params = {}, query, headers }: OperationCall,
): Request {
  const kept = ofCaller.map((name) => [name, request.headers[name]]);
  const segments = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = search === '' ? segments : `${segments}?${search}`;
  const given = {
    method: method.toUpperCase(),
    ...{ url, originalUrl: url, query },
    headers: defined({ ...Object.fromEntries(kept), ...headers }),
    rateLimit: undefined,
  };
  const inner = Object.create(request) as Request;
  for (const [name, value] of Object.entries(given)) {
    // Express has getters for some of them.
    Object.defineProperty(inner, name, { value, writable: true });
  }
  return inner;
}

const defined = (record: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
