import { Alert, Button } from '@mantine/core';
import { problemText } from '../api/problem-text.js';

export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?(): void }) {
  const { title, detail, remedy, requestId } = problemText(error);
  return (
    <Alert color="red" variant="light" role="alert" title={title} p="sm">
      <div>
        {detail} {remedy}
      </div>
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
