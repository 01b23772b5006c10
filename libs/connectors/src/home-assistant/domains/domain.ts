import {
  action,
  choice,
  isOneLine,
  oneLine,
  property,
  Rejected,
  type Ability,
} from '@trellis/connector-sdk';
import { z } from 'zod';

/** The state of an entity (developers.home-assistant.io/docs/api/websocket, "Fetching states"). */
export const state = z.looseObject({
  entity_id: z.string().regex(/^[a-z0-9_]{1,64}\.[a-z0-9_]{1,170}$/),
  state: z.string().max(255),
  attributes: z.record(z.string(), z.unknown()).catch({}),
});
export type State = z.infer<typeof state>;

/** The units of Home Assistant by quantity: `{ temperature: '°F' }`. */
export type Units = Record<string, unknown>;

/** A service call (`call_service`) for an entity. */
export interface ServiceCall {
  domain: string;
  service: string;
  data?: Record<string, unknown> | undefined;
  /** The current values of members that Home Assistant requires beside those of `data`. */
  unchanged?: Record<string, unknown>;
  entityId: string;
}

/** Returns all members of a call. Throws `Rejected` when one that is required has no current value. */
export function dataOf({ data, unchanged }: ServiceCall): Record<string, unknown> {
  const members = { ...unchanged, ...data };
  const missing = Object.keys(members).find((name) => members[name] === undefined);
  if (missing === undefined) return members;
  throw new Rejected(`The device has no ${missing} in its current mode.`, {
    cause: 'no_such_command',
  });
}

/** Merges two calls of one service for one entity; undefined for any others. */
export function mergeCalls(first: ServiceCall, second: ServiceCall): ServiceCall | undefined {
  const isSame =
    first.entityId === second.entityId &&
    first.domain === second.domain &&
    first.service === second.service;
  if (!isSame) return undefined;
  return {
    ...first,
    data: { ...first.data, ...second.data },
    unchanged: { ...first.unchanged, ...second.unchanged },
  };
}

/**
 * A function that returns the abilities of an entity of one domain; false for those that the entity lacks. They depend
 * on what the entity says of itself permanently (`supported_features`, its modes and ranges), never on its current
 * state: a thing must not change whenever its state does.
 */
export type Domain = (entity: EntityState) => (Ability<ServiceCall> | false)[];

/** The name of the only ability of an entity that is just a value, until it is named after the entity. */
export const valueName = 'value';

/** Returns the domain of an entity, which is also that of its services. */
export const domainOf = (entityId: string): string => entityId.split('.')[0]!;

export const isAvailable = ({ state }: Pick<State, 'state'>): boolean => state !== 'unavailable';

/** An action of an entity with the feature `bit`, and the service that it calls. */
export interface Operation {
  name: string;
  title: string;
  service: string;
  bit: number;
  idempotent?: true;
}

interface Selection {
  /** The list of texts that the entity offers; anything else is none. */
  from: unknown;
  current: unknown;
  /** The service that selects one, and the member of its data. */
  service: string;
  member: string;
}

interface Selected {
  enum: string[];
  value: string | undefined;
  write: (option: string) => ServiceCall;
}

/** The state of an entity as domains read it. `url` is the address of Home Assistant, for addresses of the entity. */
export class EntityState {
  readonly id: string;
  readonly state: string;
  readonly attributes: State['attributes'];
  readonly units: Units;
  readonly url: string;

  constructor(
    { entity_id, state, attributes }: State,
    { units, url }: { units: Units; url: string },
  ) {
    this.id = entity_id;
    this.state = state;
    this.attributes = attributes;
    this.units = units;
    this.url = url;
  }

  get isAvailable(): boolean {
    return isAvailable(this);
  }

  /** Whether the state is known; that of a new entity is `unknown`. */
  get isKnown(): boolean {
    return this.isAvailable && this.state !== 'unknown' && this.state !== '';
  }

  get stateText(): string | undefined {
    return this.isKnown ? oneLine(this.state) : undefined;
  }

  get isOn(): boolean | undefined {
    return this.isKnown ? this.state === 'on' : undefined;
  }

  /** The time that is the state of some entities. */
  get stateTime(): string | undefined {
    return timeOf(this.state);
  }

  /** The entity without attributes while it is unavailable. */
  get reachable(): EntityState {
    if (this.isAvailable) return this;
    return new EntityState({ entity_id: this.id, state: this.state, attributes: {} }, this);
  }

  text(attribute: string): string | undefined {
    return oneLine(this.attributes[attribute]);
  }

  texts(attribute: string): string[] {
    return textsOf(this.attributes[attribute]);
  }

  time(attribute: string): string | undefined {
    return timeOf(this.attributes[attribute]);
  }

  number(attribute: string): number | undefined {
    return numberOf(this.attributes[attribute]);
  }

  boolean(attribute: string): boolean | undefined {
    const value = this.attributes[attribute];
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Returns the range of a number by the attributes with its limits and its step. */
  range(minimum: string, maximum: string, step = ''): Range {
    return rangeOf(this.number(minimum), this.number(maximum), this.number(step));
  }

  /** Returns whether the entity supports a feature, a bit of `supported_features`. */
  supports(feature: number): boolean {
    return ((this.number('supported_features') ?? 0) & feature) !== 0;
  }

  call(service: string, data?: Record<string, unknown>): ServiceCall {
    return { domain: domainOf(this.id), service, data, entityId: this.id };
  }

  /** Returns the function that calls a service with a value as one member of its data. */
  setter<Value>(service: string, member: string): (value: Value) => ServiceCall {
    return (value) => this.call(service, { [member]: value });
  }

  /** How to read and write on and off, by services that every such domain has. */
  get onOff() {
    const write = (on: boolean) => this.call(on ? 'turn_on' : 'turn_off');
    return { value: this.isOn, write };
  }

  operations(table: Operation[]) {
    return table
      .filter(({ bit }) => this.supports(bit))
      .map(({ name, service, bit: _bit, ...affordance }) =>
        action(name, affordance, () => this.call(service)),
      );
  }

  /** Creates an ability whose value is one of the texts that the entity offers; false when it offers none. */
  selection<Made>(
    make: (options: Selected) => Made,
    { from, current, service, member }: Selection,
  ): Made | false {
    const options = textsOf(from);
    if (options.length === 0) return false;
    return make({ ...selected(options, current), write: this.setter(service, member) });
  }

  /** Creates a selection by the attributes of a mode, such as `fan_mode` and `fan_modes`, and its service. */
  modeSelection<Made>(make: (options: Selected) => Made, name: string, bit: number): Made | false {
    return this.selection(make, {
      from: this.supports(bit) && this.attributes[`${name}s`],
      current: this.attributes[name],
      service: `set_${name}`,
      member: name,
    });
  }
}

/** Returns the function that creates a selection which no capability defines. */
export const ownSelection =
  (name: string, title: string) =>
  ({ enum: options, ...access }: Selected) =>
    property(name, choice(title, options), access);

const maxOptions = 500;

/** Returns the distinct texts of a list, in their order. */
const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, maxOptions).filter((one) => isOneLine(one)))]
    : [];

/** Reads a number, also one written as a text, as in states; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Reads a time in ISO 8601; undefined for anything else. */
export const timeOf = (value: unknown): string | undefined =>
  typeof value !== 'string' || Number.isNaN(Date.parse(value)) ? undefined : oneLine(value);

/** Returns options, and which of them is the current one. */
export const selected = (options: string[], value: unknown) => ({
  enum: options,
  value: options.find((option) => option === value),
});

export interface Range {
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
}

/** Returns the range of a number; empty when its limits contradict each other. */
export function rangeOf(minimum?: number, maximum?: number, step?: number): Range {
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return {};
  return { minimum, maximum, multipleOf: isMultipleOf(step, minimum) ? step : undefined };
}

/** Returns whether a step, from the minimum, can be `multipleOf`, from 0: exact for binary fractions alone. */
const isMultipleOf = (step: number | undefined, minimum = 0): step is number =>
  step !== undefined && step > 0 && Number.isInteger(step * 8) && Number.isInteger(minimum / step);
