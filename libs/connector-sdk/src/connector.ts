import type { z } from 'zod';
import type { ConnectorContext } from './context.js';
import type { Device } from './device.js';
import type { ConnectorFailure } from './failure.js';
import type { Emit } from './heard.js';
import type { Hook } from './hook.js';
import type { RateLimits } from './limits.js';
import type { OAuth2 } from './oauth2.js';
import type { Room } from './room.js';

/** The outcome of a connector's `poll`. */
export interface Poll<Command = unknown> {
  devices: Device<Command>[];
  /**
   * Whether `devices` are all there are. When false, the things of missing devices stay as they are;
   * otherwise they are marked unavailable. By default true unless there are problems.
   */
  complete?: boolean;
  /** Where the remote technology says that the devices are. */
  rooms?: Room[];
  /**
   * What failed for one device, or one part, while the others were found: shown as warnings of the
   * client. A poll that finds no device and has problems fails with the first of them.
   */
  problems?: DeviceProblem[];
  /**
   * How much of what this poll has found is heard by `listen`: all of it, so that polls become rare while the
   * connection is established; a part, so that they keep their interval; or none, so that nobody listens.
   * By default all. Without meaning when the connector cannot listen.
   */
  heard?: 'all' | 'part' | 'none';
}

export interface DeviceProblem {
  /** The id of the device, if it is known. */
  device?: string;
  failure: ConnectorFailure;
}

/** What is wrong with a member of a configuration: where it is, and why. Quotes no value. */
export interface ConfigurationError {
  path: (string | number)[];
  detail: string;
}

/** What somebody does at the device or vendor so that a client can be connected, as it is shown beside a form. */
export interface ConnectStep {
  title: string;
  /** Whole sentences, for end users. */
  description: string;
  /** When: before its configuration is entered, or once the client exists and its polls wait for it. */
  when: 'before' | 'after';
  /** The member of the configuration of the client with which it is not needed. */
  unless?: string;
}

/** A configuration: its schema, and a sample that conforms to it. */
export interface ConfigurationDefinition<Schema extends z.ZodObject> {
  schema: Schema;
  sample: z.input<Schema>;
  /**
   * Of clients: members that have no say in where or how secrets are sent, beside `interval_ms`. An end user who changes
   * another one has to enter the stored secrets again: whoever has a link could have them sent to a host of their own.
   */
  keepsSecrets?: readonly string[];
}

/** The schema of a client's configuration; every one has the poll interval, see `pollInterval`. */
export type ClientSchema = z.ZodObject<{ interval_ms: z.ZodType<number> }, z.core.$ZodObjectConfig>;

/** The context of a connector with these configurations. */
export type ContextOf<Instance extends z.ZodObject, Client extends ClientSchema> = ConnectorContext<
  z.output<Instance>,
  z.output<Client>
>;

/**
 * Everything the runtime needs to know about one remote technology. `Remote` is what `connect` opens;
 * `Command` is what the abilities of its devices make and `send` carries out.
 */
export interface Connector<
  Instance extends z.ZodObject = z.ZodObject,
  Client extends ClientSchema = ClientSchema,
  Command = unknown,
  Remote = ContextOf<Instance, Client>,
> {
  /** The number of its description; never changed, never given to another connector. */
  id: number;
  /** Its name in the interface, `connector_type_id`. */
  typeId: string;
  name: string;
  description: string;
  /**
   * A picture: the name of one in `apps/connect/public/logos`, an address (a `data:` URI or https), or empty. Pages of
   * Trellis load none from elsewhere, and show the first letter of the name instead.
   */
  logo: string;
  instance: ConfigurationDefinition<Instance>;
  client: ConfigurationDefinition<Client>;
  /**
   * Why the configuration of a client does not fit that of its instance, where its schema alone cannot
   * tell: checked when a client is created.
   */
  checkClient?(configurations: {
    instance: z.output<Instance>;
    client: z.output<Client>;
  }): ConfigurationError[];
  /**
   * The JSON Schema (draft 2020-12) of the configuration of a client of this instance, where the instance says more
   * about it than `client.schema` does, such as which members are secret.
   */
  describeClient?(instance: z.output<Instance>): Record<string, unknown>;
  /** How end users authorize a client; the technology then answers only to access tokens. */
  oauth2?: OAuth2<z.output<Instance>, z.output<Client>>;
  /** What has to be done beside filling in the configuration of a client, in order. */
  connectSteps?: ConnectStep[];
  limits?: RateLimits;

  /**
   * Opens what the functions below work with, such as a connection, passes it to `use`, and closes it
   * afterwards. By default they work with the context itself.
   */
  connect?<Result>(
    context: ContextOf<Instance, Client>,
    use: (remote: Remote) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Finds the devices as they are now. Throws `Unavailable`, `Unauthorized` or `Misconfigured`. Each
   * poll stands alone: the next one may run in another process.
   */
  poll(remote: Remote): Promise<Poll<Command>>;
  /**
   * Keeps a connection to the remote technology and emits what is heard on it, between the polls and beside
   * them: one worker listens for a client at a time, for as long as the client exists. The connection counts as
   * established from the first call of `emit` on, which may have nothing to tell. Ends when the connection
   * does: it rejects with `Unavailable`, `Unauthorized` or `Misconfigured`, and is called again after a
   * growing delay. Must also end when `signal` of the context is aborted. What was missed in between is for
   * the connector to find out when it connects, or for the next poll. Left out when the technology can only
   * be polled.
   */
  listen?(remote: Remote, emit: Emit<Command>): Promise<void>;
  /** Whether a client is listened for, where its configuration says so; by default each is. */
  listens?(client: z.output<Client>): boolean;
  /** How the vendor tells changes by requests to an address of the client's own; see {@link Hook}. */
  hook?: Hook<Remote, Command>;
  /**
   * Finds one device, so that something can be asked of it; by default it is looked for among the
   * devices of a poll. Throws as `poll` does; undefined when the device is gone.
   */
  find?(
    remote: Remote,
    device: { id: string; handle: string | undefined },
  ): Promise<Device<Command> | undefined>;
  /**
   * Carries out a command that an ability made; resolves with its output when the remote technology
   * has accepted it. Called once per request, and again after `Unavailable` only for idempotent
   * actions. Throws as `poll` does, and `Rejected`. Left out when the technology can only be read.
   */
  send?(remote: Remote, command: Command): Promise<unknown>;
}

/** Declares a connector; the types of its configurations flow from their schemas. */
export function defineConnector<
  Instance extends z.ZodObject,
  Client extends ClientSchema,
  Command = never,
  Remote = ContextOf<Instance, Client>,
>(
  connector: Connector<Instance, Client, Command, Remote>,
): Connector<Instance, Client, Command, Remote> {
  return connector;
}
