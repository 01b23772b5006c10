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
  parseContext,
  parseLinked,
  type GivenContext,
  type TraceContext,
} from './context.js';
import { endSpans, isSampled, OpenSpan, type Work } from './open-span.js';
import { distrustSampling, sampledLike } from './sampler.js';

/** How many calls or jobs share what a span is about. */
const setSize = 'trellis.set.size';

/**
 * Traces what a process does. A span is below what the process works for when it begins; in a set, that are
 * spans of several traces, and each gets one of its own: a trace shows all that its request took, and what it
 * shared. Spans have names and codes, and never a value, an address or a message of an error.
 */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #storage = new AsyncLocalStorage<Work | undefined>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /**
   * Begins the span of an HTTP request, below the context of its headers. Unless `followsSampling`, whether
   * it is recorded is not for its caller to decide.
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

  /** Begins the span of a call; one that nobody has requested begins a trace. */
  startCall({ name, queue }: { name: string; queue: string }) {
    const work = this.#storage.getStore();
    const attributes = callAttributes(name, queue);
    const spans = work
      ? this.#startBelow(work, name, SpanKind.CLIENT, attributes)
      : [this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)];
    const [first] = spans;
    // The other service answers in the trace of the first; in the other traces the call leads there.
    for (const other of spans) {
      if (other !== first) other.addLink({ context: first!.spanContext() });
    }
    const carried = first ?? work?.spans[0];
    return {
      context: carried && contextOf(carried),
      end: (outcome: string, isFault: boolean) => endSpans(spans, outcome, isFault),
    };
  }

  /** Begins the span of a call that is answered, below the context that it carries. */
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
   * Begins a trace for a run of a job, linked to what has added the job. An attempt of a durable job is
   * recorded when that was; a job that recurs is not, which would record some clients for ever.
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

  /** Begins the span of a statement; returns what ends it, or nothing when it is not recorded. */
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

  /** Runs a step of what is worked for, in a span of its own. */
  span<T>(name: string, attributes: Attributes, step: () => Promise<T>): Promise<T> {
    return this.#runBelow({ name, kind: SpanKind.INTERNAL, attributes }, step);
  }

  /** The same for a request to another server, which answers with a status of HTTP. */
  httpSpan<T extends { status: number }>(method: string, send: () => Promise<T>): Promise<T> {
    const attributes = { 'http.request.method': method };
    return this.#runBelow({ name: method, kind: SpanKind.CLIENT, attributes }, async () => {
      const answer = await send();
      this.annotate({ 'http.response.status_code': answer.status });
      return answer;
    });
  }
  /** Adds attributes to what is worked for. */
  annotate(attributes: Attributes): void {
    for (const span of this.#storage.getStore()?.spans ?? []) span.setAttributes(attributes);
  }

  /** What a job carries that is added now. */
  context(): TraceContext | undefined {
    const span = this.#storage.getStore()?.spans.find(isSampled);
    return span && contextOf(span);
  }

  /** What is worked for now, for `runFor`. */
  capture(): unknown {
    return this.#storage.getStore();
  }

  /** Runs work for all that was captured. */
  runFor<T>(captured: unknown[], work: () => T): T {
    return this.#storage.run(joinWork(captured as (Work | undefined)[]), work);
  }

  /** Has a function run for what is worked for now, whoever calls it. */
  bind<F extends (...given: never[]) => unknown>(work: F): F {
    const current = this.#storage.getStore();
    return ((...given: never[]) => this.#storage.run(current, () => work(...given))) as F;
  }

  /** What a line of the log says of the span that it belongs to. */
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
    if (work.size > 1) attributes[setSize] = work.size;
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

/** The works as one, with one span of each trace that is recorded. */
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
