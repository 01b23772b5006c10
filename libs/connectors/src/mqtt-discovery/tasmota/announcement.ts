import { z } from 'zod';
import { toStorable } from '../payload.js';

const short = z.string().max(200).transform(toStorable);
const texts = z.array(short.nullable().catch(null)).max(64);

/** A Tasmota in `tasmota/discovery/<MAC>/config` (tasmota.github.io/docs, "MQTT"; `xdrv_12_discovery.ino`). */
export const announcement = z.looseObject({
  /** Its name, and those of its relays and lamps. */
  dn: short.catch(''),
  fn: texts.catch([]),
  mac: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  /** Host name, model and firmware. */
  hn: short.catch(''),
  md: short.catch(''),
  sw: short.catch(''),
  /** The full topic with its placeholders, the topic, and the prefixes for commands, answers, telemetry. */
  ft: short,
  t: short,
  tp: z.tuple([short, short, short]),
  /** The texts of the last will. */
  ofln: short.catch('Offline'),
  onln: short.catch('Online'),
  /** The texts for off and on. */
  state: z.array(short).min(2).max(8).catch(['OFF', 'ON']),
  /** The type of each output; see `outputs`. */
  rl: z.array(z.number()).max(32).catch([]),
  /** The number of channels of the lamp. */
  lt_st: z.number().catch(0),
  /** The mode of each switch; -1 is none. */
  swc: z.array(z.number()).max(32).catch([]),
  swn: texts.catch([]),
  /** Some of the `SetOption`s, by their numbers. */
  so: z.record(z.string(), z.unknown()).catch({}),
});

export type Announcement = z.infer<typeof announcement>;

export const outputs = { relay: 1, lamp: 2, shutter: 3 };

export const isSet = ({ so }: Announcement, option: number): boolean => so[option] === 1;

export interface Topics {
  command(name: string): string;
  telemetry(name: string): string;
}

/** Returns the topics of a device; the full topic is a pattern: `%prefix%/%topic%/`. */
export function topicsOf({ ft, t, tp, hn, mac }: Announcement): Topics {
  const base = (prefix: string) =>
    ft
      .replaceAll('%hostname%', () => hn)
      .replaceAll('%id%', () => mac.slice(-6))
      .replaceAll('%prefix%', () => prefix)
      .replaceAll('%topic%', () => t);
  return {
    command: (name) => base(tp[0]) + name,
    telemetry: (name) => base(tp[2]) + name,
  };
}
