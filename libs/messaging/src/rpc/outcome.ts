import { problems, type ProblemCode } from '@trellis/contracts';

/** Whether a call that ended like this, `ok` or a code, shows a fault of ours and not one of its caller. */
export const isFault = (outcome: string): boolean =>
  outcome !== 'ok' && (problems[outcome as ProblemCode]?.status ?? 500) >= 500;
