import type { Device } from './device.js';

/** What a connector hears from a remote technology while it listens. */
export interface Heard<Command = unknown> {
  /**
   * Devices that are new or have changed, each as a whole; see `Device.forgotten` for values that are not
   * known at the moment. Of a device that is heard again before it is stored the latest values count.
   */
  devices?: Device<Command>[];
  /** The ids of devices that are not there any more. */
  gone?: string[];
  /** The ids of all devices that are there, once that is known: all others are gone. */
  all?: string[];
  /** What has happened, in its order. Each is told, however many there are. */
  events?: DeviceEvent[];
}

/**
 * Something that has happened to a device. An event that the device does not have, or whose data do not conform to
 * its affordance, is dropped.
 */
export interface DeviceEvent {
  /** The id of a device that was polled or heard before, or is among those heard together with the event. */
  device: string;
  /** The name of an event among the abilities of the device. */
  name: string;
  /** What the event carries, as its affordance describes it; left out when it carries nothing. */
  data?: unknown;
  /** When it happened, if the technology says so; by default, when it was heard. */
  at?: Date;
}

/** Passes on what is heard, in its order; never waits and never throws. */
export type Emit<Command = unknown> = (heard: Heard<Command>) => void;
