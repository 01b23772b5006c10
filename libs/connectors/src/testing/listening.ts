import type { EntityReport, Offer } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';

/** Makes a connector listen until `stop`, and records its reports. */
export function startListening(
  listen: (
    signal: AbortSignal,
    emit: (report: EntityReport) => void,
    onOffer: (offer: Offer) => void,
  ) => Promise<void>,
) {
  const stopping = new AbortController();
  const reports: EntityReport[] = [];
  let offered: Offer | undefined;
  const ended = listen(
    stopping.signal,
    (one) => reports.push(one),
    (offer) => (offered = offer),
  ).catch((error: unknown) => error);
  return {
    reports,
    /** Resolves with the error, if there is one. */
    ended,
    /** Returns the last report of a device. */
    last: (id: string) =>
      reports.flatMap(({ entities }) => entities).findLast((entity) => entity.id === id),
    events: () => reports.flatMap((one) => one.events ?? []),
    /** Returns the offer for commands once the device is known. */
    offerOf: (id: string) => waitFor(() => offered?.find(id) && offered),
    begun: () => waitFor(() => reports.length > 0),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
