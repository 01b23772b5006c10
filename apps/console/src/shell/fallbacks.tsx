import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../components/empty.js';
import { Page } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';

export const NotFound = () => (
  <Page title="Not found">
    <Empty title="This page does not exist">
      <Link to="/">Go to the home screen</Link>
    </Empty>
  </Page>
);

export const ScreenProblem = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed to load">
    <ProblemAlert error={error} onRetry={reset} />
  </Page>
);
