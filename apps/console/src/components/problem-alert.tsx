import { Alert, Button } from '@mantine/core';
import { isProblem, TrellisConnectionError } from '@trellis/client';

export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?(): void }) {
  const { title, detail, remedy, requestId } = problemText(error);
  return (
    <Alert color="red" variant="light" role="alert" title={title} p="sm">
      {(detail || remedy) && (
        <div>
          {detail} {remedy}
        </div>
      )}
      {requestId && (
        <div>
          <small>
            Request <code>{requestId}</code>
          </small>
        </div>
      )}
      {onRetry && (
        <Button variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

interface ProblemText {
  title: string;
  detail?: string | undefined;
  remedy?: string | undefined;
  requestId?: string | undefined;
}

const remedies = {
  retry: 'Try again in a moment.',
  wait: 'Wait: it goes on by itself.',
  reauthorize: 'Authorize the client again.',
  'fix-configuration': 'Correct the configuration.',
  resume: 'Resume the client first.',
} as const;

export const remedyText = (remedy: string | undefined): string | undefined =>
  remedies[remedy as keyof typeof remedies];

export function problemText(error: unknown): ProblemText {
  if (isProblem(error)) {
    const { title, detail, quota, requestId, status } = error;
    const advice = error.failure?.advice ?? remedyText(error.remedy);
    const remedy = quota ? `${quota.used} of ${quota.limit} are in use.` : advice;
    return { title: title ?? `Status ${status}`, detail: detail ?? undefined, remedy, requestId };
  }
  if (error instanceof TrellisConnectionError) {
    return { title: 'Trellis does not respond', remedy: 'Try again in a moment.' };
  }
  return { title: error instanceof Error ? error.message : String(error) };
}
