import type { ContextOptions } from './context.js';

/** Configurations as developers write them, and a token where the connector uses OAuth2. */
export type Reach = Pick<ContextOptions, 'instance' | 'client' | 'accessToken'>;

/** What the kit tests of a remote technology, unless it is declared to be without. */
export type PeerFeature = 'credentials' | 'address' | 'vanishing devices';

/** A remote technology to test with: the real one, or a peer that speaks as it does. */
export interface TestPeer {
  /** How to reach it. It has at least one device. */
  reach: Reach;
  /** How to reach it with credentials that it refuses; left out `without` credentials. */
  unauthorized?: Reach;
  /**
   * How to reach whatever listens at `host` and `port` instead, over plain TCP; left out `without` an
   * address.
   */
  at?(address: { host: string; port: number }): Reach;
  /** Takes a device away and returns its id; left out `without` vanishing devices. */
  vanish?(): Promise<string>;
  /** Brings it back. */
  restore?(): Promise<void>;
  /** Whether the devices describe themselves, so that their names are their own. */
  isSelfDescribing?: boolean;
  /** Texts that must never be in an error, a log or a handle. */
  secrets: string[];
  stop(): Promise<void>;
}
