import type { CallContext } from '@trellis/contracts';

/** The context of a call whose caller waits for longer than any test takes. */
export const patient: CallContext = { expiresAt: Date.now() + 60 * 60_000 };

/** The timeout of tests that check a property against the database with many random cases (ms). */
export const propertyTestMs = 60_000;
