import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';

/** The replacement for a screen that failed to render. */
export const ScreenProblem = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed to load">
    <ProblemAlert error={error} onRetry={reset} />
  </Page>
);
