import type { ConfigurationError, Connector } from '@trellis/connector-sdk';
import { memberErrors, Problem, type MemberError } from '@trellis/contracts';
import type { Binding, Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/**
 * Validates an encrypted configuration and encrypts the result for the database. The errors name members and
 * expectations, never a value.
 */
export function encryptConfiguration(
  sealing: Sealing,
  given: GivenConfiguration<z.ZodObject>,
): string {
  return sealing.seal(given.binding, openConfiguration(sealing, given));
}

/** A configuration as it arrives; `member` is what the request calls it. */
interface GivenConfiguration<Schema extends z.ZodObject> {
  schema: Schema;
  binding: Binding;
  sealed: string;
  member?: string;
  /** Values of members that are missing, in place of the defaults of the schema. */
  defaults?: Defaults | undefined;
}

export type Defaults = Record<string, unknown>;

/** Decrypts and validates the configuration of a request. */
export const openConfiguration = <Schema extends z.ZodObject>(
  sealing: Sealing,
  { schema, binding, sealed, member, defaults }: GivenConfiguration<Schema>,
): z.output<Schema> =>
  checkConfiguration(schema, sealing.open(binding, sealed), { member, defaults });

/** Validates a configuration; throws `invalid_configuration`. */
export function checkConfiguration<Schema extends z.ZodObject>(
  schema: Schema,
  configuration: unknown,
  {
    member = 'configuration',
    defaults,
  }: { member?: string | undefined; defaults?: Defaults | undefined } = {},
): z.output<Schema> {
  const isObject = typeof configuration === 'object' && configuration !== null;
  const result = schema.safeParse(isObject ? { ...defaults, ...configuration } : configuration);
  if (result.success) return result.data;
  throw invalidConfiguration(memberErrors(result.error, [member]));
}

/** Throws `invalid_configuration` when a connector finds that two configurations do not fit. */
export function requireFit(errors: ConfigurationError[], member = 'configuration'): void {
  if (errors.length === 0) return;
  throw invalidConfiguration(
    errors.map(({ path, detail }) => ({ pointer: ['', member, ...path].join('/'), detail })),
  );
}

const invalidConfiguration = (errors: MemberError[]) =>
  new Problem('invalid_configuration', 'The configuration is not valid for its type.', { errors });

/** Decrypts a stored configuration, and adds newer defaults. */
export function decryptConfiguration<Schema extends z.ZodObject>(
  sealing: Sealing,
  { schema, binding, sealed }: { schema: Schema; binding: Binding; sealed: string },
): z.output<Schema> {
  return schema.parse(sealing.open(binding, sealed));
}

/** Decrypts configurations, with a cache. */
export interface Configurations {
  /** Decrypts a stored configuration; the result is frozen. */
  open<Schema extends z.ZodObject>(given: {
    schema: Schema;
    binding: Binding;
    sealed: string;
  }): z.output<Schema>;
}

/** A decrypted configuration, valid for one binding. */
interface Cached {
  binding: Binding;
  opened: object;
}

/** Total length of the encrypted texts in the cache: 200,000 small configurations. */
const maxCached = 64 * 1024 * 1024;

/** Creates a cache. Every encryption has its own nonce, so a changed configuration never hits an old entry. */
export function createConfigurations(sealing: Sealing): Configurations {
  const cached = new LRUCache<string, Cached>({
    maxSize: maxCached,
    sizeCalculation: (_cached, sealed) => sealed.length,
  });
  return {
    open(given) {
      const { binding, sealed } = given;
      const known = cached.get(sealed);
      if (known && isSame(known.binding, binding)) {
        return known.opened as z.output<typeof given.schema>;
      }
      const opened = deepFreeze(decryptConfiguration(sealing, given));
      cached.set(sealed, { binding, opened });
      return opened;
    },
  };
}

const isSame = (one: Binding, other: Binding): boolean =>
  one.purpose === other.purpose && one.developer === other.developer && one.id === other.id;

/** Freezes a configuration: a connector that changed it would change it for all later polls. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

interface Configured {
  id: string;
  developer: string;
  configuration: string;
}

/** Returns a function that opens the stored configurations of one purpose. */
const openingOf =
  <Schema extends z.ZodObject>(
    purpose: Binding['purpose'],
    schemaOf: (connector: Connector) => Schema,
  ) =>
  (
    configurations: Configurations,
    connector: Connector,
    { id, developer, configuration: sealed }: Configured,
  ) =>
    configurations.open({
      schema: schemaOf(connector),
      binding: { purpose, developer, id },
      sealed,
    });

export const openInstanceOf = openingOf(
  'instances.configuration',
  ({ instance }) => instance.schema,
);
export const openClientOf = openingOf('clients.configuration', ({ client }) => client.schema);
