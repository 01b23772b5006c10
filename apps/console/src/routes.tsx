import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Empty } from './components/list.js';
import { Page } from './components/page.js';
import { ProblemAlert } from './components/problem-alert.js';
import { HomeScreen } from './home/home-screen.js';
import { Shell } from './shell/shell.js';

const root = createRootRoute({ component: Shell });
const getParentRoute = () => root;

/** Creates the route of a screen that is loaded when it is opened, with the names of its query parameters. */
const screen = <const Path extends string, const Name extends string = never>(
  path: Path,
  load: () => Promise<{ default: ComponentType }>,
  ...names: Name[]
) =>
  createRoute({
    getParentRoute,
    path,
    component: lazyRouteComponent(load),
    validateSearch: (search: Record<string, unknown>) => textsOf(search, names),
  });

/** Returns the given query parameters. Ignores others and empty ones. */
function textsOf<Name extends string>(search: Record<string, unknown>, names: Name[]) {
  const parameters: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== '') parameters[name] = String(value);
  }
  return parameters;
}

const audit = ['operation', 'actor', 'subject', 'resource'] as const;
const deliveries = [
  'search',
  'status',
  'type',
  'response_status',
  'from',
  'to',
  'thing',
  'error',
] as const;
const activity = [
  'q',
  'client',
  'subject',
  'connector_type_id',
  'kind',
  'outcome',
  'code',
  'from',
  'to',
  'operation',
] as const;
const things = ['search', 'capability', 'available', 'sort', 'client', 'subject', 'below'] as const;

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: HomeScreen }),
  screen('/connectors', () => import('./connectors/connectors-screen.js')),
  screen('/connectors/new', () => import('./types/new-type-screen.js')),
  screen('/connectors/$type', () => import('./connectors/connector-screen.js')),
  screen('/clients', () => import('./clients/clients-screen.js'), 'show'),
  screen('/clients/new', () => import('./clients/new-client-screen.js'), 'type'),
  screen('/clients/$id', () => import('./clients/client-screen.js'), 'outcome', 'operation'),
  screen('/agents', () => import('./agents/agents-screen.js'), 'show'),
  screen('/agents/$id', () => import('./agents/agent-screen.js')),
  screen('/activity', () => import('./activity/activity-screen.js'), ...activity),
  screen('/things', () => import('./things/things-screen.js'), ...things),
  screen('/things/$id', () => import('./things/thing-screen.js')),
  screen('/units', () => import('./units/units-screen.js'), 'search'),
  screen('/units/$id', () => import('./units/unit-screen.js')),
  screen('/subjects', () => import('./subjects/subjects-screen.js')),
  screen('/subjects/$id', () => import('./subjects/subject-screen.js')),
  screen('/erasures/$id', () => import('./subjects/erasure-screen.js')),
  screen('/callbacks', () => import('./callbacks/callbacks-screen.js'), ...deliveries),
  screen('/alerts', () => import('./alerts/alerts-screen.js')),
  screen('/alerts/$id', () => import('./alerts/alert-screen.js')),
  screen('/audit', () => import('./audit/audit-screen.js'), ...audit),
  screen('/apps', () => import('./apps/apps-screen.js')),
  screen('/usage', () => import('./usage/usage-screen.js')),
  screen('/limits', () => import('./limits/limits-screen.js')),
  screen('/organization', () => import('./people/organization-screen.js')),
  screen('/profile', () => import('./people/profile-screen.js')),
]);

const NotFound = () => (
  <Page title="Not found">
    <Empty title="This page does not exist">
      <Link to="/">Go to the home screen</Link>
    </Empty>
  </Page>
);

const ScreenProblem = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed to load">
    <ProblemAlert error={error} onRetry={reset} />
  </Page>
);

export const router = createRouter({
  routeTree,
  // The addresses of people begin with the environment.
  basepath: /^\/console(\/e\/[^/]+)?/.exec(window.location.pathname)?.[0] ?? '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenProblem,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
