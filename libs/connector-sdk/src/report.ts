import type { Device } from './device.js';

/** Changes that a connector reports while it listens. */
export interface Report<Command = unknown> {
  /**
   * New and changed devices, each as a whole; see `Device.forgotten` for values that are not known at the moment. When
   * a device is reported again before it is stored, the latest values count.
   */
  devices?: Device<Command>[];
  gone?: string[];
  /** The ids of all devices, once they are known: all others are gone. */
  all?: string[];
  /** Events in the order in which they happened. None is merged with another. */
  events?: DeviceEvent[];
}

/**
 * Something that happened to a device. An event that the device does not have, or whose data do not conform to its
 * affordance, is dropped.
 */
export interface DeviceEvent {
  /** The id of a device that was found before, or is in the same report. */
  device: string;
  /** The name of an event among the abilities of the device. */
  name: string;
  data?: unknown;
  /** When it happened, if the technology says so; by default the time of the report. */
  at?: Date;
}

/** Passes on a report. Reports stay in order; the function neither waits nor throws. */
export type Emit<Command = unknown> = (report: Report<Command>) => void;
