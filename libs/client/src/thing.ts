import type { Calls } from './calls.js';
import { capabilities, type Capabilities, type PropertySchema } from './generated/capabilities.js';
import type { components } from './generated/openapi.js';

export type CapabilityName = keyof Capabilities;

type Description = components['schemas']['Thing'];

type Values<Name extends CapabilityName> = Capabilities[Name]['writable'] &
  Capabilities[Name]['readOnly'];

interface Settable<Writable> {
  /**
   * Writes properties, in one request to the device where the technology can. Resolves to `true` once the device has reported
   * them, and to `false` if it has not within five seconds; the write continues then. The values of the view stay those that
   * were read. `transition` is how long the change takes (s), for properties that the description says can.
   */
  set(values: Partial<Writable>, options?: { transition?: number }): Promise<boolean>;
}

/**
 * A capability of a thing: the values of its properties when the thing was read, and its actions, each left out if the
 * thing lacks it. Unknown values are left out, too.
 */
export type CapabilityView<Name extends CapabilityName> = {
  readonly [Property in keyof Values<Name>]?: Values<Name>[Property];
} & {
  readonly [Action in Capabilities[Name]['actions']]?: (input?: unknown) => Promise<unknown>;
} & (keyof Capabilities[Name]['writable'] extends never
    ? object
    : Settable<Capabilities[Name]['writable']>);

/** A thing as it was read, with typed views of its capabilities. */
export class Thing {
  /** The Thing Description, which has the ranges and options of this thing's properties. */
  readonly description: Description;
  readonly #calls: Pick<Calls, 'put' | 'post'>;

  constructor(description: Description, calls: Pick<Calls, 'put' | 'post'>) {
    this.description = description;
    this.#calls = calls;
  }

  get id(): string {
    return this.description.id;
  }

  get title(): string {
    return this.description.title;
  }

  get available(): boolean {
    return this.description.available;
  }

  /** Returns a view of a capability; undefined if the thing lacks it. Of several, such as two sockets, it is the first. */
  as<Name extends CapabilityName>(name: Name): CapabilityView<Name> | undefined {
    return this.all(name)[0];
  }

  /** Returns a view for each of several equal parts, such as the sockets of a strip (`on_1`, `on_2`), by number. */
  all<Name extends CapabilityName>(name: Name): CapabilityView<Name>[] {
    const { type, main } = capabilities[name];
    if (!this.description['@type']?.includes(type)) return [];
    const { properties, actions } = this.description;
    const suffixes = [...Object.keys(properties), ...Object.keys(actions)].map(
      (one) => /_\d+$/.exec(one)?.[0] ?? '',
    );
    return [...new Set(suffixes)]
      .filter((suffix) => main.some((one) => this.#has(name, one, suffix)))
      .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)))
      .map((suffix) => this.#view(name, suffix) as CapabilityView<Name>);
  }

  #has(capability: CapabilityName, member: string, suffix: string): boolean {
    const schema = capabilities[capability].properties[member];
    const name = `${member}${suffix}`;
    if (!schema) return Object.hasOwn(this.description.actions, name);
    return conforms(this.description.properties[name], schema);
  }

  #view(capability: CapabilityName, suffix: string): object {
    const { properties, actions } = capabilities[capability];
    const values = Object.keys(properties)
      .filter((name) => this.#has(capability, name, suffix))
      .map((name) => [name, this.description.properties[`${name}${suffix}`]!.value] as const)
      .filter(([, value]) => value !== undefined && value !== null);
    const operations = actions
      .filter((name) => this.#has(capability, name, suffix))
      .map((name) => [name, (input?: unknown) => this.#invoke(`${name}${suffix}`, input)]);
    const view = Object.fromEntries([...values, ...operations]) as Record<string, unknown>;
    view.set = async (given: Record<string, unknown>, query: { transition?: number } = {}) => {
      const named = Object.entries(given).filter(([, value]) => value !== undefined);
      if (named.length === 0) return true;
      const body = Object.fromEntries(named.map(([name, value]) => [name + suffix, value]));
      const path = { id: this.id };
      const request = { path, query, body };
      const { response } = await this.#calls.put('/things/{id}/properties', request);
      return response.status !== 202;
    };
    return view;
  }

  async #invoke(name: string, body: unknown): Promise<unknown> {
    const path = { id: this.id, name };
    return (await this.#calls.post('/things/{id}/actions/{name}', { path, body })).data;
  }
}

/** Tells whether a property means the same as that of a capability, whose name an app or a device may also use. */
function conforms(
  property: Description['properties'][string] | undefined,
  { type, unit, role }: PropertySchema,
): boolean {
  if (!property) return false;
  const isNumber = type === 'number' && property.type === 'integer';
  return (
    (property.type === type || isNumber) &&
    property.unit === unit &&
    (property.role ?? 'primary') === (role ?? 'primary')
  );
}
