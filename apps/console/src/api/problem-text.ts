import { isProblem, TrellisConnectionError } from '@trellis/client';

export interface ProblemText {
  title: string;
  detail?: string | undefined;
  /** What to do about it. */
  remedy?: string | undefined;
  requestId?: string | undefined;
}

const remedies = {
  retry: 'Try again in a moment.',
  reauthorize: 'Authorize it again.',
  'fix-configuration': 'Correct the configuration.',
  resume: 'Resume the client first.',
} as const;

/** What to do, in words; undefined for what is not known here. */
export const remedyText = (remedy: string | undefined): string | undefined =>
  remedies[remedy as keyof typeof remedies];

/** An error as a person reads it. */
export function problemText(error: unknown): ProblemText {
  if (isProblem(error)) {
    const { title, detail, quota, requestId, status } = error;
    const remedy = quota ? `${quota.used} of ${quota.limit} are in use.` : remedyText(error.remedy);
    return { title: title ?? `Status ${status}`, detail: detail ?? undefined, remedy, requestId };
  }
  if (error instanceof TrellisConnectionError) {
    return { title: 'Trellis does not answer', remedy: 'Try again in a moment.' };
  }
  return { title: error instanceof Error ? error.message : String(error) };
}
