import { v7 as newId } from 'uuid';

/** One attempt to answer a request; with an `Idempotency-Key` there may be several. */
export interface Attempt {
  /** The id of what the request creates; with an index where it creates several. */
  newId(index?: number): string;
  /** Whether an earlier attempt may have been carried out, at least in part. */
  isRepetition: boolean;
}

/** The attempt of a request without a key, which nobody can repeat. */
export const onlyAttempt: Attempt = { newId: () => newId(), isRepetition: false };
