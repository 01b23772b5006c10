import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  contextOf,
  distrustSampling,
  parseContext,
  parseLinked,
  sampledLike,
  type GivenContext,
  type TraceContext,
} from './context.js';
import { endSpans, isSampled, OpenSpan, type Work } from './open-span.js';

/** Attribute with the number of calls or jobs that share a span. */
const batchSize = 'trellis.batch.size';

/**
 * Traces the work of a process. A span is a child of the current work. In a call batch, that is one span of each trace,
 * and each gets a child: a trace shows everything that its request took, including what it shared. Spans contain names
 * and codes, and never a value, an address or an error message.
 */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #storage = new AsyncLocalStorage<Work | undefined>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /**
   * Starts the span of an HTTP request as a child of the context in its headers. Without `followsSampling`, the sampling
   * decision of the caller is ignored.
   */
  startRequest(
    headers: GivenContext,
    { method, followsSampling }: { method: string; followsSampling: boolean },
  ): OpenSpan {
    const given = parseContext(headers);
    const parent = followsSampling || given === ROOT_CONTEXT ? given : distrustSampling(given);
    const attributes = { 'http.request.method': method };
    return this.#open(
      this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent),
    );
  }

  /** Starts the span of a call; without current work, it starts a trace. */
  startCall({ name, queue }: { name: string; queue: string }) {
    const work = this.#storage.getStore();
    const attributes = callAttributes(name, queue);
    const spans = work
      ? this.#startBelow(work, name, SpanKind.CLIENT, attributes)
      : [this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)];
    const [first] = spans;
    // The other service answers in the trace of the first span; the other spans link to it.
    for (const other of spans) {
      if (other !== first) other.addLink({ context: first!.spanContext() });
    }
    const carried = first ?? work?.spans[0];
    return {
      context: carried && contextOf(carried),
      end: (outcome: string, isFault: boolean) => endSpans(spans, outcome, isFault),
    };
  }

  /** Starts the span of a call that is answered, as a child of the context that it carries. */
  startAnswer(
    { name, queue }: { name: string; queue: string },
    context: TraceContext | undefined,
  ): OpenSpan {
    const parent = context ? parseContext(context) : ROOT_CONTEXT;
    const attributes = callAttributes(name, queue);
    return this.#open(
      this.#tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent),
    );
  }

  /**
   * Starts a trace for a run of a job, linked to the span that added the job. An attempt of a durable job is recorded if
   * that span was. For a schedule, this would record some clients for ever.
   */
  startJob(
    { queue, id, attempt }: { queue: string; id: string; attempt?: number },
    cause: TraceContext | undefined,
  ): OpenSpan {
    const attributes: Attributes = {
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': id,
    };
    if (attempt !== undefined) attributes['trellis.attempt'] = attempt;
    const linked = parseLinked(cause);
    const parent = linked && attempt !== undefined ? sampledLike(linked) : ROOT_CONTEXT;
    const options = { kind: SpanKind.CONSUMER, attributes };
    const span = this.#tracer.startSpan(`process ${queue}`, options, parent);
    if (linked) span.addLink({ context: linked });
    return this.#open(span);
  }

  /** Starts the span of a statement; returns the function that ends it, or nothing when it is not recorded. */
  startStatement(name: string) {
    const work = this.#storage.getStore();
    if (!work) return undefined;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    const spans = this.#startBelow(work, `SQL ${name}`, SpanKind.CLIENT, attributes);
    if (spans.length === 0) return undefined;
    return (end: { code: string } | { rows: number | undefined }) => {
      if ('code' in end) return endSpans(spans, end.code, true);
      for (const span of spans) {
        if (end.rows !== undefined) span.setAttribute('db.response.returned_rows', end.rows);
      }
      endSpans(spans, 'ok', false);
    };
  }

  /** Runs a step of the current work in its own span. */
  span<T>(name: string, attributes: Attributes, step: () => Promise<T>): Promise<T> {
    return this.#runBelow({ name, kind: SpanKind.INTERNAL, attributes }, step);
  }

  /** Runs a request to another server in its own span. */
  httpSpan<T extends { status: number }>(method: string, send: () => Promise<T>): Promise<T> {
    const attributes = { 'http.request.method': method };
    return this.#runBelow({ name: method, kind: SpanKind.CLIENT, attributes }, async () => {
      const answer = await send();
      this.annotate({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  /** Adds attributes to the current spans. */
  annotate(attributes: Attributes): void {
    for (const span of this.#storage.getStore()?.spans ?? []) span.setAttributes(attributes);
  }

  /** Returns the context for a job that is added now. */
  context(): TraceContext | undefined {
    const span = this.#storage.getStore()?.spans.find(isSampled);
    return span && contextOf(span);
  }

  /** Returns the current work, for `runFor`. */
  capture(): unknown {
    return this.#storage.getStore();
  }

  /** Runs a function on behalf of all captured work. */
  runFor<T>(captured: unknown[], work: () => T): T {
    return this.#storage.run(joinWork(captured as (Work | undefined)[]), work);
  }

  /** Binds a function to the current work, whoever calls it later. */
  bind<F extends (...given: never[]) => unknown>(work: F): F {
    const current = this.#storage.getStore();
    return ((...given: never[]) => this.#storage.run(current, () => work(...given))) as F;
  }

  /** Returns the ids of the current span, for the log. */
  ids(): { trace_id?: string; span_id?: string } {
    const span = this.#storage.getStore()?.spans[0];
    if (!span) return {};
    const { traceId, spanId } = span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  async #runBelow<T>(
    { name, kind, attributes }: { name: string; kind: SpanKind; attributes: Attributes },
    step: () => Promise<T>,
  ): Promise<T> {
    const work = this.#storage.getStore();
    const spans = work ? this.#startBelow(work, name, kind, attributes) : [];
    if (!work || spans.length === 0) return step();
    let outcome = 'ok';
    try {
      return await this.#storage.run({ spans, size: work.size }, step);
    } catch (error) {
      outcome = error instanceof Error ? error.constructor.name : 'unknown';
      throw error;
    } finally {
      endSpans(spans, outcome, outcome !== 'ok');
    }
  }

  #open(span: Span): OpenSpan {
    return new OpenSpan(span, this.#storage);
  }

  #startBelow(work: Work, name: string, kind: SpanKind, attributes: Attributes): Span[] {
    if (work.size > 1) attributes[batchSize] = work.size;
    const options = { kind, attributes };
    return work.spans
      .filter(isSampled)
      .map((parent) => this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)));
  }
}

const callAttributes = (name: string, queue: string): Attributes => ({
  'rpc.method': name,
  'messaging.system': 'bullmq',
  'messaging.destination.name': queue,
});

/** Joins works into one, with one span of each recorded trace. */
function joinWork(captured: (Work | undefined)[]): Work | undefined {
  const works = [...new Set(captured)].filter((work) => work !== undefined);
  if (works.length <= 1) return works[0];
  const all = works.flatMap(({ spans }) => spans);
  const byTrace = new Map<string, Span>();
  for (const span of all.filter(isSampled)) {
    const { traceId } = span.spanContext();
    if (!byTrace.has(traceId)) byTrace.set(traceId, span);
  }
  const spans = byTrace.size > 0 ? [...byTrace.values()] : all.slice(0, 1);
  return { spans, size: works.reduce((sum, { size }) => sum + size, 0) };
}
