import type { Fleet } from '../processes/fleet.js';
import type { Clients } from '../watched/clients.js';
import type { Remote } from '../watched/remote.js';

/** The fleet of a drill, its remote technology and its clients. */
export interface Scene {
  fleet: Fleet;
  remote: Remote;
  clients: Clients;
}

/** An incident in a fleet, and the limits of its cost. */
export interface Drill {
  name: string;
  /** Maximum share of due polls that may be missed. */
  maxMissed: number;
  /** Maximum time between two polls of one client (ms). */
  maxGapMs: number;
  /** Whether callers send requests meanwhile, none of which may fail. */
  hasCallers?: boolean;
  /** Whether polls of a client may be late and are not counted. */
  mayWait?(client: number): boolean;
  /** Causes the incident and ends it. Returns failures. */
  run(scene: Scene): Promise<string[]>;
}
