/**
 * Everything that is sealed. Each purpose has a key of its own, derived from each key of the
 * configuration, so that what was sealed for one purpose opens for no other.
 *
 * `opensV1` tells whether it also opens what was sealed before there were purposes. Such a text is bound
 * to nothing: whoever can bring one may have got it elsewhere, so no text that outsiders present may be
 * one.
 */
export const purposes = {
  // Columns, as `<table>.<column>`; each text is bound to the developer and the id of its row.
  'instances.configuration': { opensV1: true },
  'clients.configuration': { opensV1: true },
  'clients.memory': { opensV1: true },
  'clients.tokens': { opensV1: true },
  'clients.account': { opensV1: false },
  'authorizations.verifier': { opensV1: true },
  'interactions.input': { opensV1: true },
  'interaction_batches.input': { opensV1: false },
  'callbacks.secret': { opensV1: true },
  'callbacks.previous_secret': { opensV1: true },
  'deliveries.payload': { opensV1: true },
  'subscriptions.secret': { opensV1: false },
  'subscriptions.previous_secret': { opensV1: false },
  'requests.answer': { opensV1: true },
  // The secret with which an app requests a token, on its way to connector-runtime.
  'app-secret': { opensV1: true },
  // What is shown of a configuration, on its way to the gateway.
  'shown-configuration': { opensV1: false },
  // A request that a vendor has sent, on its way to connector-runtime.
  'hook-request': { opensV1: false },
  // Presented by whoever was given them.
  'authorization-ticket': { opensV1: false },
  'stream-ticket': { opensV1: false },
  'connect-session': { opensV1: false },
} as const satisfies Record<string, { opensV1: boolean }>;

export type Purpose = keyof typeof purposes;
