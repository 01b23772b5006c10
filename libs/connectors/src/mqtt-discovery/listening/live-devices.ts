import { isDeepStrictEqual } from 'node:util';
import { type Device, type DeviceEvent, mapYielding } from '@trellis/connector-sdk';
import type { Publication, ComponentAbility } from '../component-kind.js';
import { stateTopics, toDevice } from '../device.js';
import { readComponents, type DiscoverySettings } from '../discovery.js';
import { groupByDevice, withFreshTemplates, type ComponentGroup } from '../grouping.js';
import type { Payload, Payloads, State } from '../payload.js';
import { Timers, type Due } from './timers.js';

export interface Message {
  topic: string;
  payload: Payload;
  at: Date;
}

interface Known {
  group: ComponentGroup;
  topics: Set<string>;
  eventTopics: Set<string>;
  pictureTopics: Set<string>;
  shape: unknown;
}

/** The most topics of a device with some members of states: one for each output, and one more. */
const maxPartialTopics = 33;

const nothing: State = { get: () => undefined };

/** The devices of a broker while a client listens. Values of topics that have not changed stay as they are. */
export class LiveDevices {
  readonly #discovery: DiscoverySettings;
  readonly #signal: AbortSignal;
  readonly #timers = new Timers();
  #known = new Map<string, Known>();
  #devicesOf = new Map<string, string[]>();
  #eventTopics = new Set<string>();
  #pictureTopics = new Set<string>();
  #completedTopics = new Map<string, string[]>();

  /** Works until `signal` is aborted; then throws `Unavailable`. */
  constructor(discovery: DiscoverySettings, signal: AbortSignal) {
    this.#discovery = discovery;
    this.#signal = signal;
  }

  /** The next time at which a value changes by a timer (ms, by `performance.now()`). */
  get nextAt(): number {
    return this.#timers.nextAt;
  }

  ids(): string[] {
    return [...this.#known.keys()];
  }

  /** Returns a device for a command: without values, but with its availability. */
  find(id: string, state: State): Device<Publication[]> | undefined {
    return this.#build(id, nothing, state);
  }

  hasTopic(topic: string): boolean {
    return this.#devicesOf.has(topic);
  }

  isEventTopic(topic: string): boolean {
    return this.#eventTopics.has(topic);
  }

  isPictureTopic(topic: string): boolean {
    return this.#pictureTopics.has(topic);
  }

  /** Returns the topics of states. */
  topics(): string[] {
    return [...this.#devicesOf.keys()];
  }

  /** Returns the topics of messages with some members of states. */
  partialTopics(): string[] {
    return [...this.#completedTopics.keys()];
  }

  /** Returns the topics of the states of which a message on this topic has some members. */
  completedBy(topic: string): string[] {
    return (this.#completedTopics.get(topic) ?? []).filter((one) => this.hasTopic(one));
  }

  /** Applies the announcements. With `isWhole` unchanged ones are `confirmed`: one may have gone and returned. */
  async announce(
    announcements: Payloads,
    isWhole: boolean,
  ): Promise<{ added: string[]; confirmed: string[]; gone: string[] }> {
    const { components } = readComponents(this.#discovery, announcements);
    const found = await mapYielding(groupByDevice(components), describe, this.#signal);
    const before = this.#known;
    this.#known = new Map();
    this.#devicesOf = new Map();
    this.#eventTopics = new Set();
    this.#pictureTopics = new Set();
    this.#completedTopics = new Map();
    for (const known of found) if (known) this.#add(known);
    const added = [...this.#known]
      .filter(([id, { shape }]) => !isDeepStrictEqual(shape, before.get(id)?.shape))
      .map(([id]) => id);
    const gone = [...before.keys()].filter((id) => !this.#known.has(id));
    for (const id of gone) this.#timers.forget(id);
    return { added, confirmed: isWhole ? this.ids() : [], gone };
  }

  #add(known: Known): void {
    const { id } = known.group;
    this.#known.set(id, known);
    for (const topic of known.eventTopics) this.#eventTopics.add(topic);
    for (const topic of known.pictureTopics) this.#pictureTopics.add(topic);
    for (const { settings } of known.group.components) {
      for (const topic of settings.texts('partial_topics', maxPartialTopics)) {
        this.#completedTopics.set(topic, settings.texts('completed_topics', 2));
      }
    }
    for (const topic of known.topics) {
      const devices = this.#devicesOf.get(topic);
      if (devices) devices.push(id);
      else this.#devicesOf.set(topic, [id]);
    }
  }

  /** Returns the devices that these topics concern, and the confirmed ones; new devices have all known values. */
  async update(
    state: State,
    {
      topics,
      liveTopics = new Set(),
      added = [],
      confirmed = [],
    }: {
      topics: ReadonlyMap<string, number>;
      /** Those on which devices have sent messages now. */
      liveTopics?: ReadonlySet<string>;
      added?: string[];
      confirmed?: string[];
    },
  ): Promise<Device<Publication[]>[]> {
    const isNew = new Set(added);
    const affected = new Map<string, number>();
    const alive = new Set<string>();
    for (const [topic, at] of topics) {
      for (const id of this.#devicesOf.get(topic) ?? []) {
        if (liveTopics.has(topic)) alive.add(id);
        affected.set(id, Math.max(at, affected.get(id) ?? at));
      }
    }
    const changed: State = { get: (topic) => (topics.has(topic) ? state.get(topic) : undefined) };
    const read = (id: string) => {
      const device = this.#build(id, isNew.has(id) ? state : changed, state);
      if (!device) return undefined;
      this.#timers.start(device, performance.now(), isNew.has(id));
      const receivedAt = affected.get(id);
      if (!alive.has(id)) device.isRemembered = true;
      return receivedAt === undefined ? device : Object.assign(device, { receivedAt });
    };
    const concerned = new Set([...isNew, ...confirmed, ...affected.keys()]);
    const devices = await mapYielding([...concerned], read, this.#signal);
    return devices.filter((device) => device !== undefined);
  }

  eventsIn(messages: Message[]): DeviceEvent[] {
    const devices = new Map<string, Device<Publication[]> | undefined>();
    const abilitiesOf = (id: string): ComponentAbility[] => {
      if (!devices.has(id)) devices.set(id, this.#build(id, nothing, nothing));
      return devices.get(id)?.abilities ?? [];
    };
    return messages.flatMap(({ topic, payload, at }) =>
      (this.#devicesOf.get(topic) ?? []).flatMap((device) =>
        abilitiesOf(device).flatMap(({ name, keys, eventTopic }) => {
          const carried = eventTopic?.topic === topic ? eventTopic.read(payload) : undefined;
          return carried ? Object.assign({ device, name, keys, at }, carried) : [];
        }),
      ),
    );
  }

  expire(state: State, now: number): Device<Publication[]>[] {
    const devices: Device<Publication[]>[] = [];
    for (const [id, due] of this.#timers.take(now)) {
      const device = this.#build(id, nothing, state);
      if (device) devices.push(withDue(device, due));
    }
    return devices;
  }

  #build(id: string, values: State, state: State): Device<Publication[]> | undefined {
    const known = this.#known.get(id);
    const device = known && toDevice(withFreshTemplates(known.group), values, state);
    return device && Object.assign(device, { forgotten: [] });
  }
}

function describe(group: ComponentGroup): Known | undefined {
  const device = toDevice(group, nothing);
  if (!device) return undefined;
  const topics = stateTopics(group, { withPictures: true });
  const abilities: ComponentAbility[] = device.abilities;
  const eventTopics = new Set(abilities.flatMap(({ eventTopic }) => eventTopic?.topic ?? []));
  const pictureTopics = new Set(abilities.flatMap(({ pictureTopic }) => pictureTopic ?? []));
  // The functions of abilities cannot be compared, but follow from the rest.
  const shape = JSON.parse(JSON.stringify([device, [...topics]])) as unknown;
  return { group, topics, eventTopics, pictureTopics, shape };
}

function withDue(device: Device<Publication[]>, due: Due[]): Device<Publication[]> {
  const off = new Set(due.filter(({ becomes }) => becomes === false).map((one) => one.property));
  const forgotten = due.filter(({ becomes }) => becomes === 'unknown').map((one) => one.property);
  const abilities = device.abilities.map((ability) =>
    'property' in ability && off.has(ability.name)
      ? Object.assign({}, ability, { value: false })
      : ability,
  );
  // Time has passed, and the device said nothing.
  return Object.assign(device, { abilities, forgotten, isRemembered: true });
}
