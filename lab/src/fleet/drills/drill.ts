import type { Fleet } from '../processes/fleet.js';
import type { Clients } from '../watched/clients.js';
import type { Remote } from '../watched/remote.js';

/** What a drill works on. */
export interface Scene {
  fleet: Fleet;
  remote: Remote;
  clients: Clients;
}

/** Something that happens to a fleet, and how much it may cost. */
export interface Drill {
  name: string;
  /** The most polls that may be missed, as a share of those that are due. */
  maxMissed: number;
  /** The longest time that may pass between two polls of one client (ms). */
  maxGapMs: number;
  /** Whether callers send requests all the time; none of these may fail. */
  hasCallers?: boolean;
  /** Clients whose polls may have to wait; those of the others are counted. */
  mayWait?(client: number): boolean;
  /**
   * Lets it happen; resolves when what had failed is back. What is returned has gone wrong, and is a failure
   * of the drill.
   */
  run(scene: Scene): Promise<string[]>;
}
