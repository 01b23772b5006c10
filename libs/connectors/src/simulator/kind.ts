import type { Device } from '@trellis/connector-sdk';

export type Command =
  { type: 'identify'; seconds: number } | { type: 'change'; device: number; changes: State };

/** The writable state of a device, as numbers; a boolean is 0 or 1. */
export type State = Record<string, number>;

/** One simulated device at one time. */
export interface Simulated<DeviceState extends State> {
  /** Its number among the devices of its kind, from 1. */
  number: number;
  state: DeviceState;
  /** When it last changed by itself (ms since 1970); undefined when it never does. */
  changedAt: number | undefined;
  /** Returns a number in a range, with one decimal place, which differs whenever the device changes. */
  measure(what: string, range: [minimum: number, maximum: number]): number;
  change(changes: Partial<DeviceState>): Command;
}

export interface Kind<DeviceState extends State> {
  initial: DeviceState;
  /** Creates the device; undefined while it is not listed. */
  device(simulated: Simulated<DeviceState>): Device<Command> | undefined;
}

/** Declares a kind; the type of its state is inferred from `initial`. */
export const defineKind = <DeviceState extends State>(kind: Kind<DeviceState>): Kind<State> => kind;
