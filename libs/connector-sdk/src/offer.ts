import type { Device } from './device.js';

/** An open connection for commands, which saves them connecting and looking up their devices. */
export interface Offer<Remote = unknown, Command = unknown> {
  /** Returns a device as it was last reported; undefined when only `Connector.find` can tell. */
  find(id: string): Device<Command> | undefined;
  /**
   * The open connection, if `Connector.send` may use it for several commands at once, while it listens. By default each
   * command calls `Connector.connect`.
   */
  remote?: Remote;
}
