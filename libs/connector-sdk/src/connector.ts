import type { VendorAccount } from '@trellis/contracts';
import type { z } from 'zod';
import type { ConnectorContext } from './context.js';
import type { RateLimits } from './limits.js';
import type { Device, Emit } from './device.js';
import type { Offer } from './offer.js';
import type { ConnectorFailure } from './failure.js';
import type { Hook } from './hook.js';
import type { OAuth2 } from './oauth2.js';

export interface Room {
  /** Its id in the remote technology, 1 to 512 characters. */
  id: string;
  /** 1 to 256 characters. */
  name: string;
  /** A generic kind: `room`, `zone`, `floor`, `home`. */
  type: string;
  parent?: string | undefined;
  devices: string[];
}

export interface Poll<Command = unknown> {
  devices: Device<Command>[];
  /**
   * Whether `devices` is the complete list. If false, things of missing devices stay as they are; otherwise they are
   * marked unavailable. By default true unless there are problems.
   */
  complete?: boolean;
  rooms?: Room[] | undefined;
  /** Failures of devices or parts, shown as warnings; a poll without any device fails with the first of them. */
  problems?: DeviceProblem[];
  /** Whose devices these are: the account, bridge or home, if the answers tell. People tell clients apart by it. */
  account?: VendorAccount | undefined;
  /** Why there may be no device, and what to check; a warning while the client has none at all. There is a usual one. */
  adviceIfEmpty?: string;
  /**
   * How much of what this poll found `listen` reports as well: all of it, so that polls become rare while the
   * connection is established; a part, so that polls keep their interval; or none, so that the client is not listened
   * for. Default all.
   */
  listenCoverage?: 'all' | 'part' | 'none';
}

export interface DeviceProblem {
  device?: string | undefined;
  failure: ConnectorFailure;
}

/** An error in a configuration: the path of the member and the reason. Quotes no value. */
export interface ConfigurationError {
  path: (string | number)[];
  detail: string;
}

/** An instruction for connecting a client, such as pressing a button of the device. Shown beside a form. */
export interface ConnectStep {
  title: string;
  /** Full sentences, for end users. */
  description: string;
  /** Before the configuration is entered, or once the client exists and its polls wait for it. */
  when: 'before' | 'after';
  /** The member of the client's configuration that makes the step unnecessary. */
  unless?: string;
}

/** A service of a technology that announces itself in a network. */
export interface AnnouncedService {
  /** Its type in DNS-SD (RFC 6763), such as `_hue._tcp`. */
  type: string;
  /** The members of the client's configuration that lead to it, with `{address}` and `{port}`. */
  configuration: Readonly<Record<string, string>>;
}

export interface ConfigurationDefinition<Schema extends z.ZodObject> {
  schema: Schema;
  sample: z.input<Schema>;
  /**
   * For clients: members that an end user may change without entering the stored secrets again, besides
   * `interval_ms`, because they do not affect where or how secrets are sent. With any other member, somebody with a
   * link could have the secrets sent to a host of their own.
   */
  keepsSecrets?: readonly string[];
}

/** The schema of a client's configuration; each has the poll interval, see `pollInterval`. */
export type ClientSchema = z.ZodObject<{ interval_ms: z.ZodType<number> }, z.core.$ZodObjectConfig>;

export type ContextOf<Instance extends z.ZodObject, Client extends ClientSchema> = ConnectorContext<
  z.output<Instance>,
  z.output<Client>
>;

/** The definition of one remote technology. `Remote` is what `connect` opens, `Command` what abilities create. */
export interface Connector<
  Instance extends z.ZodObject = z.ZodObject,
  Client extends ClientSchema = ClientSchema,
  Command = unknown,
  Remote = ContextOf<Instance, Client>,
> {
  /** The number of its description. Never changed or reused. */
  id: number;
  /** `connector_type_id` in the interface. */
  typeId: string;
  name: string;
  description: string;
  /**
   * The name of a picture in `apps/connect/public/logos`, an address (a `data:` URI or https), or empty. Pages of
   * Trellis load no pictures from elsewhere, and show the first letter of the name instead.
   */
  logo: string;
  instance: ConfigurationDefinition<Instance>;
  client: ConfigurationDefinition<Client>;
  /** Returns why a new client's configuration does not fit that of its instance, where the schema alone cannot tell. */
  checkClient?(configurations: {
    instance: z.output<Instance>;
    client: z.output<Client>;
  }): ConfigurationError[];
  /** Returns the JSON Schema of the clients' configuration, where the instance determines more than `client.schema`. */
  describeClient?(instance: z.output<Instance>): Record<string, unknown>;
  /** Returns the names of members, headers and parameters whose values are secrets, besides those with usual names. */
  secretNames?(instance: z.output<Instance>): readonly string[];
  /** Returns whether a value of the configuration of an instance is a secret, where its schema does not say so. */
  isSecretValue?(
    instance: z.output<Instance>,
    at: { path: readonly string[]; value: unknown },
  ): boolean;
  oauth2?: OAuth2<z.output<Instance>, z.output<Client>>;
  /** The services by which it is found in the home of an end user. */
  announced?: readonly AnnouncedService[];
  /**
   * Returns whether the clients of an instance reach devices in homes, which an agent may help with. Left out, it is so for
   * what is `announced`.
   */
  isInHomes?(instance: z.output<Instance>): boolean;
  /** The steps besides filling in the client's configuration, in order. */
  connectSteps?: ConnectStep[];
  limits?: RateLimits;
  /**
   * Whether the devices themselves answer a poll, so that one that is found was heard at that moment. Left out for hubs,
   * brokers and clouds, which answer from what they remember.
   */
  devicesAnswer?: boolean;

  /** Opens what the functions below work with, and closes it after `use`; by default they get the context itself. */
  connect?<Result>(
    context: ContextOf<Instance, Client>,
    use: (remote: Remote) => Promise<Result>,
  ): Promise<Result>;
  /** Reads the devices. Throws `Unavailable`, `Unauthorized` or `Misconfigured`. Polls share no state. */
  poll(remote: Remote): Promise<Poll<Command>>;
  /**
   * Maintains a connection to the remote technology and emits what it reports, alongside the polls. One worker at a
   * time listens for a client. The connection counts as established from the first call of `emit`, which may be
   * empty. Ends with the connection: rejects with `Unavailable`, `Unauthorized` or `Misconfigured`, and is called
   * again with backoff. Must also end when the signal of the context is aborted. Changes that were missed in between
   * are found when it connects, or by the next poll. Left out when the technology can only be polled.
   *
   * With `offer`, commands use what the connection knows, from then on until it ends.
   */
  listen?(
    remote: Remote,
    emit: Emit<Command>,
    offer: (offered: Offer<Remote, Command>) => void,
  ): Promise<void>;
  /** Returns whether to listen for a client, where its configuration decides; by default always. */
  listens?(client: z.output<Client>): boolean;
  hook?: Hook<Remote, Command>;
  /**
   * Finds a device for a command; undefined when it is gone. Throws as `poll` does. By default a poll finds it. Leaves
   * out `available` if it does not read that: the last poll or report then says whether the device takes commands.
   */
  find?(
    remote: Remote,
    device: { id: string; handle: string | undefined },
  ): Promise<Device<Command> | undefined>;
  /**
   * Carries out a command of an ability; resolves with its output when the remote technology has accepted it. Called
   * once per request, and again after `Unavailable` only for idempotent actions. Throws as `poll` does, and
   * `Rejected`. Left out when the technology can only be read.
   */
  send?(remote: Remote, command: Command): Promise<unknown>;
  /**
   * Merges the commands of two writes of one device into one that does both, where the technology can; undefined where
   * it cannot, so that one is sent after the other. `second` prevails.
   */
  merge?(first: Command, second: Command): Command | undefined;
}

/** Declares a connector; the types of its configurations are inferred from their schemas. */
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
