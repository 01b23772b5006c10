import { hash } from 'node:crypto';
import {
  createIdleConnections,
  DeviceUnavailable,
  Unavailable,
  type Offer,
} from '@trellis/connector-sdk';
import {
  perform,
  secretsOf,
  type DeviceRequest,
  type Performed,
} from '../isolation/device-request.js';
import type { ClientRow, Session } from '../session.js';

/** The connection of a client's listener that performs requests. */
export interface Offered {
  session: Session;
  /** Resolves with undefined when the request should be performed on another connection. */
  perform(request: DeviceRequest, options: PerformOptions): Promise<Performed | undefined>;
}

interface PerformOptions {
  /** Whether the request may reach the device twice. */
  isRepeatable: boolean;
  /** Ends the request. */
  signal: AbortSignal;
}

/** The connections that this process's listeners offer for requests. */
export interface Offers {
  /** Offers a connection in place of its client's former one. */
  add(session: Session, offer: Offer): Withdraw;
  /** Returns a client's connection, if it has these configurations. */
  find(wanted: Wanted): Offered | undefined;
}

/** Stops using a connection; resolves when it, and those that it replaced, perform no requests any more. */
export type Withdraw = () => Promise<void>;

export interface Wanted {
  client: string;
  /** See {@link configurationOf}. */
  configuration: string;
}

interface Entry extends Offered {
  configuration: string;
  running: Set<Promise<unknown>>;
}

/** Returns a digest of the configurations of a client and its instance. */
export const configurationOf = ({
  configuration,
  instance,
}: Pick<ClientRow, 'configuration' | 'instance'>): string =>
  hash('sha256', configuration + instance.configuration);

export function createOffers(): Offers {
  const entries = new Map<string, Entry>();
  return {
    add(session, offer) {
      const { row, connector, contextUntil } = session;
      const connections = createIdleConnections();
      const running = entries.get(row.id)?.running ?? new Set<Promise<unknown>>();
      const entry: Entry = {
        session,
        configuration: configurationOf(row),
        running,
        async perform(request, { isRepeatable, signal }) {
          const device = entries.get(row.id) === entry && offer.find(request.device);
          if (!device) return undefined;
          const found = { find: () => device, remote: offer.remote };
          const since = Date.now();
          const outcome = perform(
            connector,
            contextUntil(signal, undefined, connections),
            request,
            found,
          ).finally(() => session.recording.conceal(secretsOf(request), since));
          const ended = outcome.catch(() => undefined).finally(() => running.delete(ended));
          running.add(ended);
          return outcome.catch((error: unknown) => {
            // An unsent one may be for a device that has moved. Without a shared connection, a new one failed already.
            const mayRepeat = isUnsent(error) || (isRepeatable && offer.remote !== undefined);
            if (mayRepeat && hasConnectionFailed(error)) return undefined;
            throw error;
          });
        },
      };
      entries.set(row.id, entry);
      return async () => {
        if (entries.get(row.id) === entry) entries.delete(row.id);
        connections.close();
        await Promise.all(running);
      };
    },
    find({ client, configuration }) {
      const entry = entries.get(client);
      return entry?.configuration === configuration ? entry : undefined;
    },
  };
}

const isUnsent = (error: unknown): boolean => error instanceof Unavailable && !error.sent;

/** Returns whether another connection may succeed. */
const hasConnectionFailed = (error: unknown): boolean =>
  error instanceof Unavailable && !(error instanceof DeviceUnavailable);
