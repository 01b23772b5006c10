import { z } from 'zod';
import { defaultCallTimeoutMs, defineCalls } from '../contract.js';
import { plainText } from '../text.js';
import { expecting, versionOf } from '../version.js';

const days = z.number().int();

/** How long an account stores something: as long as the installation (`limit`), or for fewer `days` of its choice. */
const retention = z.object({ limit: days, days: days.nullable() });

const chosen = days.min(1).nullable();

/** The retentions of an account, of which each service has one. */
export const retentions = z.object({ history_days: retention, activity_days: retention });
export type Retentions = z.infer<typeof retentions>;

/** Returns the version of what an account can change. */
export const retentionsVersion = ({ history_days: history, activity_days: activity }: Retentions) =>
  versionOf([history.days, activity.days]);

/** The calls of each service that has something with a retention: past values, or the operations of clients. */
export const retentionCalls = defineCalls({
  'retention.read': { input: z.object({ developer: plainText }), output: retention },
});

/** Past values that are older are hidden at once, and deleted later. */
export const historyRetentionCalls = defineCalls({
  'retention.update': { input: z.object({ developer: plainText, days: chosen }) },
});

export const retentionChangeCalls = defineCalls({
  /** Changes the retentions of both services. The changes of an account take turns, so that only one meets a version. */
  'retention.change': {
    input: z.object({
      developer: plainText,
      history_days: chosen.optional(),
      activity_days: chosen.optional(),
      ...expecting,
    }),
    output: retentions,
    problems: ['precondition_failed'],
    timeoutMs: 2 * defaultCallTimeoutMs,
  },
});
