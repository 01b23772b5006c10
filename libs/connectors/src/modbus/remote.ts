import { Unavailable } from '@trellis/connector-sdk';
import { unitsOf, type Context } from './configuration.js';
import { enter } from './exclusive.js';
import { createConnection, type Connection } from './protocol/connection.js';
import type { UnitSettings } from './reading/unit.js';

const defaultPort = 502;

/** The devices of a client, with a connection to each host that is needed. */
export interface Remote {
  context: Context;
  units: UnitSettings[];
  /** Returns the connection to a host, once no other poll or command of the client uses it. */
  connect(host: string): Promise<Connection>;
  close(): Promise<void>;
}

export function openRemote(context: Context): Remote {
  let isClosed = false;
  const opened = new Map<string, { connection: Connection; leave: () => void }>();
  return {
    context,
    units: unitsOf(context.client, context.instance),
    async connect(given) {
      const known = opened.get(given);
      if (known) return known.connection;
      const leave = await enter(`${context.clientId} ${given}`, context.signal).catch(() => {
        throw tooLate();
      });
      if (isClosed) {
        leave();
        throw tooLate();
      }
      const connection = createConnection({ ...context, ...addressOf(given) });
      opened.set(given, { connection, leave });
      return connection;
    },
    async close() {
      isClosed = true;
      const each = [...opened.values()].map(({ connection, leave }) =>
        connection.close().finally(leave),
      );
      await Promise.all(each);
    },
  };
}

const tooLate = () =>
  new Unavailable('Another poll or command of the client took too long.', {
    cause: 'poll_timeout',
    sent: false,
  });

/** Splits `hub.local:1502` and `[2001:db8::1]:502`. */
function addressOf(text: string): { host: string; port: number } {
  const { host = text, port } =
    /^(?<host>\[.*\]|[^:]*)(?::(?<port>\d+))?$/.exec(text)?.groups ?? {};
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}
