import type { ActionAffordance, PropertyAffordance } from '@trellis/contracts';
import type { z } from 'zod';
import type { ResolveHost } from './egress.js';
import type { Http } from './http.js';
import type { RateLimits, Spend } from './limits.js';
import type { Memory } from './memory.js';
import type { OAuth2 } from './oauth2.js';
import type { Place } from './place.js';

export type { ActionAffordance, PropertyAffordance };

/** One entity of the remote technology, as it is now; the runtime keeps a thing for it. */
export interface Entity {
  /** Its id in the remote technology: the same for as long as the entity exists, 1 to 512 characters. */
  id: string;
  title: string;
  description?: string;
  /** What can be read, and written unless `readOnly`; by name. */
  properties: Record<string, PropertyAffordance>;
  /** What it can do; by name. */
  actions?: Record<string, ActionAffordance>;
  /** Current values by property name; a property whose value is unknown is left out. */
  values: Record<string, unknown>;
  /** False when the technology itself says that the entity is away. Default true. */
  available?: boolean;
}

/** What a poll found. */
export interface Poll {
  entities: Entity[];
  /**
   * Whether `entities` are all there are. When false, those that are missing are left as they are;
   * otherwise their things are marked unavailable. Default true.
   */
  complete?: boolean;
  /** Rooms and the like, in which the technology has put the entities. */
  places?: Place[];
}

/** What a connector is given to work with. */
export interface ConnectorContext<Instance, Client> {
  /** The checked configuration of the developer's instance. */
  instance: Instance;
  /** The checked configuration of the subject's client. */
  client: Client;
  /** Identifies the client, for instance to a broker. */
  clientId: string;
  /** Aborted when the time is up or the service stops; everything must end then. */
  signal: AbortSignal;
  /** HTTP with bounds: egress policy, size and time of answers, rate limits, no redirections. */
  http: Http;
  /** For other protocols: to be asked before connecting to a host that a user named. */
  resolve: ResolveHost;
  /** For other protocols: to be awaited before each request; `http` does so by itself. */
  spend: Spend;
  memory: Memory;
  /**
   * An access token that is good for the next request; only of connectors with `oauth2`. Throws
   * `Unauthorized` when the end user has to authorize the client anew.
   */
  accessToken(): Promise<string>;
}

/** A configuration: its shape, and an example that keeps to it. */
export interface ConfigurationDefinition<Schema extends z.ZodObject> {
  schema: Schema;
  sample: z.input<Schema>;
}

/** Everything the runtime needs to know of one remote technology. */
export interface Connector<
  Instance extends z.ZodObject = z.ZodObject,
  Client extends z.ZodObject = z.ZodObject,
> {
  /** The number of its description; never changed, never given to another. */
  id: number;
  /** What developers call it by, as `connector_type_id`. */
  typeId: string;
  name: string;
  description: string;
  /** Address of an image (a `data:` URI or https), or empty. */
  logo: string;
  instance: ConfigurationDefinition<Instance>;
  client: ConfigurationDefinition<Client>;
  /** How end users authorize a client; the technology then answers only to access tokens. */
  oauth2?: OAuth2<z.output<Instance>, z.output<Client>>;
  limits?: RateLimits;
  /** Time between two polls (ms), at least 1000. */
  interval(client: z.output<Client>): number;
  /**
   * Says what is there now. Throws `Unavailable`, `Unauthorized` or `Misconfigured`. It is called
   * again and again, at times by another process; it must not rely on what an earlier call left in the process.
   */
  poll(context: ConnectorContext<z.output<Instance>, z.output<Client>>): Promise<Poll>;
  /**
   * Writes a property of an entity; resolves when the remote technology has taken it. The value is
   * one that the property's data schema allows. Throws as `poll` does, and `Rejected`.
   */
  write?(
    context: ConnectorContext<z.output<Instance>, z.output<Client>>,
    request: { entity: string; property: string; value: unknown },
  ): Promise<void>;
  /**
   * Invokes an action of an entity; resolves with its output. It is called once, or again after
   * `Unavailable` where the action is `idempotent`. Throws as `write` does.
   */
  invoke?(
    context: ConnectorContext<z.output<Instance>, z.output<Client>>,
    request: { entity: string; action: string; input: unknown },
  ): Promise<unknown>;
}

/** Declares a connector; the types of its configurations flow from their schemas. */
export function defineConnector<Instance extends z.ZodObject, Client extends z.ZodObject>(
  connector: Connector<Instance, Client>,
): Connector<Instance, Client> {
  return connector;
}
