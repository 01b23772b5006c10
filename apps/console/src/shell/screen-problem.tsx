import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';

/** What is shown in place of a screen that failed. */
export const ScreenProblem = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This screen failed">
    <ProblemAlert error={error} onRetry={reset} />
  </Page>
);
