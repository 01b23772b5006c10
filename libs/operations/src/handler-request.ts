import { readLines } from './body/lines.js';
import { type Exchange, headerOf } from './exchange.js';
import { limitAttempts, limitHook } from './limits/limits.js';
import { beginToWait } from './observe/observe-requests.js';
import type { Operation, OperationRequest } from './operation.js';
import type { PipelineOptions } from './pipeline-options.js';

const noBytes = Buffer.alloc(0);
const noLines: AsyncIterable<never> = (async function* () {})();

/** Creates the request of the handler. */
export function toRequest<Context>(
  row: Operation<Context>,
  exchange: Exchange,
  { contextOf, limits, idForms, callOperation }: PipelineOptions<Context>,
): OperationRequest & Context {
  return {
    requestId: exchange.id,
    caller: exchange.caller,
    bearer: exchange.bearer,
    params: exchange.params,
    query: exchange.query,
    idForms,
    body: exchange.body,
    bytes: exchange.bytes ?? noBytes,
    lines: row.input?.lines ? readLines(exchange.request) : noLines,
    headers: exchange.headers,
    header: (name) => headerOf(exchange, name),
    identify: (who) => void (exchange.identified = who),
    countAttempt: (clientId) => limitAttempts(limits, exchange, clientId),
    countHook: (digest) => limitHook(limits, exchange, digest),
    address: exchange.request.ip ?? '',
    url: exchange.url,
    deadline: exchange.deadline,
    endTurn: exchange.endTurn,
    inTurn(work) {
      const { owner, deadline } = exchange;
      return limits.heavy.inTurn(owner, Date.now() + deadline.remainingMs(), work);
    },
    hold() {
      exchange.endTurn();
      beginToWait(exchange);
    },
    callOperation: (id, call) => callOperation(exchange, id, call),
    // Last: a literal that begins with a spread takes V8 a hundred times as long.
    ...contextOf(row, exchange),
    ...exchange.attempt,
  };
}
