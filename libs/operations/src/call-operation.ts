import { type IdForms, useBareIds } from './access/ids.js';
import { subjectHeader } from './access/subject.js';
import type { Answer } from './answer.js';
import { createInnerExchange, type Exchange } from './exchange.js';
import type { CallOperation, Operation, OperationCall } from './operation.js';

interface CallOptions {
  idForms: IdForms;
  answer(row: Operation, exchange: Exchange): Promise<Answer>;
}

/** {@link CallOperation} for one exchange. */
export type CallOperationFor = (
  outer: Exchange,
  ...call: Parameters<CallOperation>
) => Promise<Answer>;

export function createCallOperation(
  operations: readonly Operation[],
  { idForms, answer }: CallOptions,
): CallOperationFor {
  const byId = new Map(operations.map((row) => [row.id, row]));
  return async (outer, id, { params = {}, body, ...call }) => {
    const row = byId.get(id);
    if (!row) throw new Error(`There is no operation ${id}.`);
    const query = defined(call.query);
    const sent = ofCaller.map((name) => [name, outer.headers[name]]);
    const inner = createInnerExchange(outer, {
      method: row.method.toUpperCase(),
      url: urlOf(row, params, query),
      headers: defined({ ...Object.fromEntries(sent), ...call.headers }),
    });
    inner.params = { ...params };
    inner.sentQuery = query;
    inner.bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    inner.deadline = outer.deadline;
    useBareIds(row, inner.params, idForms);
    return answer(row, inner);
  };
}

/** The headers that identify the caller. */
const ofCaller = ['authorization', 'user-agent', subjectHeader.toLowerCase()];

function urlOf(
  { path }: Operation,
  params: NonNullable<OperationCall['params']>,
  query: Record<string, string>,
): string {
  const segments = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? segments : `${segments}?${search}`;
}

/** Returns a record without the members that are undefined. */
export const defined = (record: Record<string, string | undefined> = {}) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
