import {
  accountsContract,
  type AccountsContract,
  type Call,
  type CallName,
  connectorsContract,
  type ConnectorsContract,
  type Input,
  type Output,
  Problem,
  type ProblemCode,
  unitsContract,
  type UnitsContract,
} from '@trellis/contracts';
import type { Broker, RpcClient, SubscribeHints } from '@trellis/messaging';
import {
  type Exchange,
  isAudited,
  type Operation as AnyOperation,
  operationFor,
  type OperationRequest as AnyRequest,
  type Origins,
  type StreamRegistry,
  toEntry,
} from '@trellis/operations';
import { validate as isUuid } from 'uuid';
import type { Sealing } from '@trellis/sealing';
import type { RunningErasures } from './access/running-erasures.js';
import type { ReadMcpClient } from './mcp-clients/client.js';
import type { BrowserCookies } from './access/browser-cookie.js';
import type { IssueToken } from './access/token.js';
import type { ReadDescriptions } from './connectors/description-cache.js';
import type { ReadEvents } from './events/shared-reads.js';
import type { ModelWriter } from './models/writer.js';
import type { Hrefs } from './resources/hrefs.js';

export interface Services {
  units: RpcClient<UnitsContract>;
  connectors: RpcClient<ConnectorsContract>;
  accounts: RpcClient<AccountsContract>;
  queue: Pick<Broker, 'check'> & { clock: Pick<Broker['clock'], 'skewMs' | 'isRight'> };
  descriptions: ReadDescriptions;
  readEvents: ReadEvents;
  /** Subscribes to hints of events that operations wait for. */
  subscribeHints: SubscribeHints;
  hrefs: Hrefs;
  browserCookies: BrowserCookies;
  /** Encrypts secrets before they are put on a queue. */
  sealing: Sealing;
  streams: StreamRegistry;
  models: ModelWriter;
  readMcpClient: ReadMcpClient;
  /** Whether an app lists an origin of web pages. */
  allowOrigin: Origins['allow'];
  erasures: RunningErasures;
  /** Issues access tokens; undefined when an external issuer does. */
  issueToken: IssueToken | undefined;
  /** The address of the external issuer, if there is one that has an address. */
  issuer?: string | undefined;
}

/** The calls of units-service that may carry the audit entry of the request for which they change something. */
type AuditedCall = {
  [Name in CallName<UnitsContract>]: 'audit' extends keyof Input<UnitsContract, Name>
    ? Name
    : never;
}[CallName<UnitsContract>];

/**
 * Calls units-service as `units` does, and stores the audit entry of the request in the transaction of the change: for
 * the one call by which an operation changes something.
 */
type Change = <Name extends AuditedCall>(
  name: Name,
  input: Omit<Input<UnitsContract, Name>, 'audit'>,
  /** The id of a created resource. */
  created?: string,
) => Promise<Output<UnitsContract, Name>>;

export interface Context extends Services {
  change: Change;
}

export type Operation = AnyOperation<Context>;
export type OperationRequest<
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> = AnyRequest<Path, Body, Query> & Context;

export const operation = operationFor<Context>();

const calls: Record<string, Call> = {
  ...connectorsContract.calls,
  ...unitsContract.calls,
  ...accountsContract.calls,
};

/** Returns the problems that calls of other services answer besides the common ones, for the rows of operations. */
export const problemsOf = (
  ...names: (CallName<ConnectorsContract> | CallName<UnitsContract> | CallName<AccountsContract>)[]
): ProblemCode[] => names.flatMap((name) => calls[name]?.problems ?? []);

const ofThing = '/api/v1/things/:id';

const isNotFound = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'not_found';

/** Members of bodies that name one thing. */
const namesOfThing = ['thing_id', 'with'] as const;

/** Sends a call; if its thing is not found, sends it again with the id of the thing that shows the device by now. */
type Follow = <In extends object, Out>(
  input: In,
  send: (input: In) => Promise<Out>,
) => Promise<Out>;

/** Returns how the calls of a request are sent: the ids of things in its address and its body may be aliases. */
function followAliases(
  { path }: AnyOperation,
  { params, body, caller, deadline }: Exchange,
  units: Services['units'],
): Follow {
  const given = (body ?? {}) as Partial<Record<(typeof namesOfThing)[number], unknown>>;
  const named = [
    ...(path.startsWith(ofThing) ? [params.id] : []),
    ...namesOfThing.map((name) => given[name]),
  ].filter((id): id is string => typeof id === 'string' && isUuid(id));
  if (named.length === 0) return (input, send) => send(input);
  return (input, send) =>
    send(input).catch(async (error: unknown) => {
      const ids = Object.values(input).filter((value) => named.includes(value as string));
      if (!isNotFound(error) || ids.length === 0) throw error;
      const options = { withinMs: deadline.remainingMs() };
      const { aliases } = await units('things.aliases', { caller, ids }, options);
      if (aliases.length === 0) throw error;
      const things = new Map<unknown, string>(aliases.map(({ id, thing }) => [id, thing]));
      const renamed = Object.entries(input).flatMap(([member, value]) =>
        things.has(value) ? [[member, things.get(value)]] : [],
      );
      return send(Object.assign({}, input, Object.fromEntries(renamed)));
    });
}

/** Creates the contexts of requests: their calls end with the request, however many of them follow each other. */
export const contextFor =
  ({ units: callUnits, connectors: callConnectors, accounts, ...others }: Services) =>
  (row: AnyOperation, exchange: Exchange): Context => {
    const { remainingMs } = exchange.deadline;
    const follow = followAliases(row, exchange, callUnits);
    const units: Services['units'] = (name, input) =>
      follow(input, (given) => callUnits(name, given, { withinMs: remainingMs() }));
    return {
      units,
      connectors: (name, input) =>
        follow(input, (given) => callConnectors(name, given, { withinMs: remainingMs() })),
      accounts: (name, input) => accounts(name, input, { withinMs: remainingMs() }),
      change: async (name, input, created) => {
        const body = created === undefined ? undefined : { id: created };
        const answer = { status: row.answer.status, body };
        const audit = isAudited(row) ? toEntry(row, exchange, { answer }) : undefined;
        const output = await units(name, { ...input, audit } as never);
        exchange.isEntryStored = audit !== undefined;
        return output;
      },
      // Last: a literal that begins with a spread takes V8 a hundred times as long.
      ...others,
    };
  };
