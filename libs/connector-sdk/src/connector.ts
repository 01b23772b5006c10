import type { ActionAffordance, PropertyAffordance } from '@trellis/contracts';
import type { z } from 'zod';
import type { ResolveHost } from './egress.js';

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
  /** To be asked before connecting to a host that a user named. */
  resolve: ResolveHost;
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
  /** Time between two polls (ms), at least 1000. */
  interval(client: z.output<Client>): number;
  /**
   * Says what is there now. Throws `Unavailable`, `Unauthorized` or `Misconfigured`. It is called
   * again and again, at times by another process; it must not rely on what an earlier call left.
   */
  poll(context: ConnectorContext<z.output<Instance>, z.output<Client>>): Promise<Poll>;
  /** Writes a property of an entity; resolves when the remote technology has taken it. */
  write?(
    context: ConnectorContext<z.output<Instance>, z.output<Client>>,
    request: { entity: string; property: string; value: unknown },
  ): Promise<void>;
  /** Invokes an action of an entity; resolves with its output. */
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
