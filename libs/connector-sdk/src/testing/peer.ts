import type { ContextOptions } from './context.js';

/** The configurations for a remote technology, and a token where the connector uses OAuth2. */
export type Reach = Pick<
  ContextOptions,
  'instance' | 'client' | 'accessToken' | 'memory' | 'resolve'
>;

/** A feature of a remote technology that the kit tests. */
export type PeerFeature = 'credentials' | 'address' | 'vanishing devices' | 'identity';

/** A remote technology to test with: the real one, or a substitute. */
export interface TestPeer {
  /** The configurations that reach it. It has at least one device. */
  reach: Reach;
  /** Configurations with credentials that it refuses; left out `without` credentials. */
  unauthorized?: Reach;
  /** Returns configurations for a server at `host` and `port`, over plain TCP; left out `without` an address. */
  at?(address: { host: string; port: number }): Reach;
  /** Removes a device and returns its id; left out `without` vanishing devices. */
  vanish?(): Promise<string>;
  /** Restores the removed device. */
  restore?(): Promise<void>;
  /** Lets another device answer at its address, and itself again; left out `without` an identity. */
  identity?: {
    /** The configurations that reach it, if others than `reach`; it has a device that can be written. */
    reach?: Reach;
    replace(): Promise<void>;
    restore(): Promise<void>;
  };
  /** The input that its devices need for an action, such as the code of a lock; none by default. */
  inputs?: Record<string, unknown>;
  /**
   * The properties of capabilities that no effect writes, such as `fan.preset`, with the reason; a capability alone if none
   * of its effects applies.
   */
  unwritten?: Record<string, string>;
  /** The ids of devices that are recordings: they carry out nothing. */
  recorded?: readonly string[];
  /** Whether the devices describe themselves, and so choose their own names. */
  isSelfDescribing?: boolean;
  /** Texts that must not occur in an error, a log or a handle. */
  secrets: string[];
  stop(): Promise<void>;
}
