import { clientCredentials, type ClientCredentials, type TokenSource } from './access-token.js';
import {
  checkIds,
  createCalls,
  createUntypedCall,
  type Answer,
  type CallOptions,
  type Calls,
  type DataOf,
  type OptionsOf,
  type PathOf,
  type UntypedCall,
  type ViewedItem,
  type ViewedOptions,
  type ViewedPath,
} from './calls.js';
import { followChanges, type Change, type ChangePage, type ChangesOptions } from './changes.js';
import {
  followStream,
  type EventData,
  type StreamItem,
  type StreamOptions,
  type TrellisEvent,
} from './events.js';
import type { components } from './generated/openapi.js';
import { readPages } from './pages.js';
import { attemptTimeoutMs, createSend, type Send } from './send.js';
import { Thing } from './thing.js';

interface CommonOptions {
  /** Address of the deployment, without `/api/v1`. */
  baseUrl: string;
  /** The end user to act for (`X-External-Subject-Id`). */
  subject?: string | undefined;
  /** Headers of every request, such as the cookie of a person who has signed in. */
  headers?: Record<string, string> | undefined;
  /** Timeout of a call with all its attempts (ms). 60,000 by default. */
  timeoutMs?: number | undefined;
  /** Total number of attempts of a call, and of a request for an access token. 5 by default. */
  maxAttempts?: number | undefined;
}

export type TrellisOptions = CommonOptions &
  (
    | ClientCredentials
    | {
        /** An access token, or a function that returns one for each request. */
        token: string | TokenSource;
      }
  );

/** The paths of lists. */
export type ListPath = {
  [Path in PathOf<'get'>]: DataOf<'get', Path> extends unknown[] ? Path : never;
}[PathOf<'get'>];

/** An item of a list. */
export type ItemOf<Path extends ListPath> =
  DataOf<'get', Path> extends (infer Item)[] ? Item : never;

/** The conditions of things, as those of the list `/things`. */
export type ThingsOptions = Omit<OptionsOf<'get', '/things'>, 'query'> & {
  query?: Omit<NonNullable<OptionsOf<'get', '/things'>['query']>, 'view'>;
};

/** An operation of a connector client. */
export type ClientOperation = components['schemas']['ClientOperation'];

/** The operations to follow: those that meet all conditions. */
export type OperationConditions = Omit<
  NonNullable<OptionsOf<'get', '/activity'>['query']>,
  'limit' | 'cursor'
>;

/** The conditions of the entries of a logbook. */
export type LogbookOptions = Omit<OptionsOf<'get', '/things/{id}/logbook'>, 'path'>;

/** A client for a deployment of Trellis. */
export class Trellis implements Calls {
  readonly get: Calls['get'];
  /** Sends an `Idempotency-Key`, the same one in all attempts. */
  readonly post: Calls['post'];
  readonly put: Calls['put'];
  readonly patch: Calls['patch'];
  readonly delete: Calls['delete'];
  readonly #options: CommonOptions & { token: TokenSource };
  readonly #send: Send;
  readonly #call: UntypedCall;

  constructor(options: TrellisOptions) {
    const { subject, headers, timeoutMs = 60_000, maxAttempts = 5 } = options;
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const token = tokenSource(baseUrl, options, maxAttempts);
    this.#options = { baseUrl, subject, headers, timeoutMs, maxAttempts, token };
    this.#send = createSend(token, { subject, headers }, { timeoutMs, maxAttempts });
    this.#call = createUntypedCall(`${baseUrl}/api/v1`, this.#send);
    const calls = createCalls(this.#call);
    this.get = calls.get;
    this.post = calls.post;
    this.put = calls.put;
    this.patch = calls.patch;
    this.delete = calls.delete;
  }

  /** Returns a client that acts for an end user, and shares the access token. */
  forSubject(subject: string): Trellis {
    return new Trellis({ ...this.#options, subject });
  }

  /** Returns a client that acts for the whole account, as operations without a subject require. */
  forAccount(): Trellis {
    return new Trellis({ ...this.#options, subject: undefined });
  }

  /**
   * Sends any request below `/api/v1`, with an access token and retries. Use it for bodies other than JSON, such as imports
   * and exports. Also accepts complete addresses from responses.
   */
  fetch(path: string, { timeoutMs, maxAttempts, ...init }: RequestInit & CallOptions = {}) {
    const api = `${this.#options.baseUrl}/api/v1/`;
    const address = path.startsWith('/') ? `${api}${path.slice(1)}` : path;
    if (!address.startsWith(api)) throw new TypeError(`${path} is not an address of ${api}`);
    // A stream as a body requires `duplex`, which is missing in the types of the platform.
    const request = new Request(address, { ...init, ...(init.body && { duplex: 'half' }) });
    return this.#send(request, { timeoutMs, maxAttempts });
  }

  /** Yields all items of a list, across its pages. */
  list<Path extends ViewedPath>(
    path: Path,
    options: ViewedOptions<Path>,
  ): AsyncGenerator<ViewedItem<Path>, void>;
  list<Path extends ListPath>(
    path: Path,
    options?: OptionsOf<'get', Path>,
  ): AsyncGenerator<ItemOf<Path>, void>;
  async *list(path: ListPath, options?: object): AsyncGenerator<unknown, void> {
    for await (const page of this.pages(path, options)) yield* page;
  }

  /** Yields the pages of a list, some of which may be empty. */
  pages<Path extends ViewedPath>(
    path: Path,
    options: ViewedOptions<Path>,
  ): AsyncGenerator<ViewedItem<Path>[], void>;
  pages<Path extends ListPath>(
    path: Path,
    options?: OptionsOf<'get', Path>,
  ): AsyncGenerator<ItemOf<Path>[], void>;
  pages(path: ListPath, options: object = {}): AsyncGenerator<unknown[], void> {
    const { query, ...others } = options as { query?: object };
    return readPages(
      (cursor) =>
        this.#call('get', path, { ...others, query: { ...query, cursor } }) as Promise<
          Answer<unknown[]>
        >,
    );
  }

  /** Reads a thing, for typed views of its capabilities. */
  async thing(id: string, options: CallOptions = {}): Promise<Thing> {
    const { data } = await this.get('/things/{id}', { path: { id }, ...options });
    return new Thing(data, this);
  }

  /** Reads all things that meet the conditions, across pages: `trellis.things({ query: { capability: 'light' } })`. */
  async *things({ query, header, ...options }: ThingsOptions = {}): AsyncGenerator<Thing, void> {
    const described = { ...header, Accept: 'application/ld+json' };
    const pages = this.pages('/things', { ...options, query, header: described } as object);
    for await (const page of pages as AsyncGenerator<unknown[], void>) {
      for (const one of page) yield new Thing(one as Thing['description'], this);
    }
  }

  /** Yields what changed of a thing and why, newest first: `trellis.logbook(id, { query: { property: 'on' } })`. */
  logbook(id: string, options: LogbookOptions = {}) {
    return this.list('/things/{id}/logbook', { ...options, path: { id } });
  }

  /** Follows events, from now on or after `lastEventId`, without gaps and until the signal is aborted. */
  events({
    types,
    ...options
  }: StreamOptions & { types?: Exclude<keyof EventData, 'reset'>[] } = {}) {
    const query = types ? `?type=${types.join(',')}` : '';
    return this.#follow(`/events${query}`, options) as AsyncGenerator<TrellisEvent, void>;
  }

  /** Follows what a subscription matches, from now on or after `lastEventId`, as `events` does. */
  subscription(id: string, options: StreamOptions = {}) {
    checkIds([id]);
    const path = `/subscriptions/${encodeURIComponent(id)}/events`;
    return this.#follow(path, options) as AsyncGenerator<TrellisEvent, void>;
  }

  /** Yields the operations of connector clients as they are stored, and again when they are repeated. */
  operations(
    conditions: OperationConditions = {},
    options: StreamOptions = {},
  ): AsyncGenerator<StreamItem<ClientOperation>, void> {
    const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    );
    const path = `/activity/stream?${query}`;
    return this.#follow(path, options) as AsyncGenerator<StreamItem<ClientOperation>, void>;
  }

  /** Yields the current value of a property, then each new one. */
  observe(
    thing: string,
    property: string,
    options: StreamOptions = {},
  ): AsyncGenerator<StreamItem, void> {
    checkIds([thing, property]);
    const path = `/things/${encodeURIComponent(thing)}/properties/${encodeURIComponent(property)}`;
    return this.#follow(`${path}/observe`, options);
  }

  /** Yields changes of resources. The `id` of a change is a cursor to continue from. */
  async *changes(options: ChangesOptions): AsyncGenerator<Change, void> {
    for await (const { changes } of this.changePages(options)) yield* changes;
  }

  /** Yields pages of changes. Their `cursor` also advances while there are no changes. */
  changePages(options: ChangesOptions): AsyncGenerator<ChangePage, void> {
    return followChanges(this.get, options);
  }

  #follow(path: string, options: StreamOptions) {
    const { signal } = options;
    const open = (lastEventId: string | undefined) => {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      };
      const once = { maxAttempts: 1, timeoutMs: attemptTimeoutMs };
      return this.fetch(path, { headers, ...once, ...(signal && { signal }) });
    };
    return followStream(open, options);
  }
}

function tokenSource(baseUrl: string, options: TrellisOptions, maxAttempts: number): TokenSource {
  if (!('token' in options)) return clientCredentials(baseUrl, options, { maxAttempts });
  const { token } = options;
  return typeof token === 'function' ? token : () => token;
}
