import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Below those that Linux gives to outgoing connections (`net.ipv4.ip_local_port_range`). */
const range = { from: 12_000, to: 32_000 };

const candidates = 100;

/**
 * Returns a free port that no outgoing connection takes meanwhile, so that a server can be started on it a little later,
 * and again after a pause.
 */
export const freePort = (): Promise<number> =>
  getPort({
    port: Array.from({ length: candidates }, () => randomInt(range.from, range.to)),
  });
