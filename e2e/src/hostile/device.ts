import type { MqttClient } from 'mqtt';
import { kinds, type KindName, type Value } from './kinds.js';

/** A report of a device. Without a value, it says nothing that can be understood. */
export interface Report {
  value: Value | undefined;
  /** When it was sent (ms since 1970). */
  at: number;
}

/** A device as its model sees it. */
export interface Device {
  /** The value that it really has. */
  value: Value;
  /** The number of commands that it has received. */
  commands: number;
  /** Reports a value; without one, the one that it has. */
  report(value?: Value): void;
  /** Takes a value and reports it. */
  become(value: Value): void;
  /** Sends a state without a value. */
  sendText(text: string): void;
  setAvailable(isAvailable: boolean): void;
  /** Runs a function after a delay (ms). */
  later(delayMs: number, run: () => void): void;
  /** Returns a number from 0 to 1, the same ones in each run. */
  random(): number;
}

export interface Model {
  name: string;
  kind: KindName;
  /** Whether it has the last requested value in the end. */
  follows: 'always' | 'sometimes' | 'never';
  /** Carries out a command, or does not. */
  receive(device: Device, value: Value): void;
  /** How many writes are under way at a time; 1 by default. */
  writesAtOnce?: number;
}

/** A device on a broker, with all that it has reported. */
export interface SimulatedDevice {
  model: Model;
  /** The prefix of its discovery messages. */
  prefix: string;
  title: string;
  property: string;
  reports: readonly Report[];
  commands(): number;
  /** Returns whether it will send nothing more unless it receives a command. */
  isIdle(): boolean;
  random(): number;
}

/** Connects a device that behaves as its model. */
export async function startDevice(home: MqttClient, model: Model): Promise<SimulatedDevice> {
  const kind = kinds[model.kind];
  const id = model.name.replaceAll(' ', '-');
  const topic = (name: string) => `devices/${id}/${name}`;
  const reports: Report[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const random = randomNumbers(id);
  const publish = (name: string, text: string) =>
    void home.publishAsync(topic(name), text, { retain: true, qos: 1 });
  const send = (text: string, value?: Value) => {
    reports.push({ value, at: Date.now() });
    publish('state', text);
  };
  const device: Device = {
    value: kind.first,
    commands: 0,
    report: (value = device.value) => send(kind.format(value), value),
    become(value) {
      device.value = value;
      device.report();
    },
    sendText: (text) => send(text),
    setAvailable: (isAvailable) => publish('availability', isAvailable ? 'online' : 'offline'),
    later(delayMs, run) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
    },
    random,
  };
  home.on('message', (to, payload) => {
    if (to !== topic('set')) return;
    device.commands += 1;
    model.receive(device, kind.parse(payload.toString()));
  });
  await home.subscribeAsync(topic('set'), { qos: 1 });
  device.setAvailable(true);
  device.report();
  const announcement = {
    unique_id: id,
    device: { identifiers: [id], name: model.name },
    availability_topic: topic('availability'),
    ...kind.announce(topic('state'), topic('set')),
  };
  await home.publishAsync(
    `${id}/${kind.component}/${id}/${kind.property}/config`,
    JSON.stringify(announcement),
    {
      retain: true,
      qos: 1,
    },
  );
  return {
    model,
    prefix: id,
    title: model.name,
    property: kind.property,
    reports,
    commands: () => device.commands,
    isIdle: () => timers.size === 0,
    random,
  };
}

/** Returns a generator of numbers from 0 to 1 (mulberry32), which are the same for a seed. */
function randomNumbers(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
