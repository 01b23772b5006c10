import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { HomeScreen } from './home/home-screen.js';
import { NotFound, ScreenProblem } from './shell/fallbacks.js';
import { Shell } from './shell/shell.js';
import { texts } from './search-parameters.js';

const root = createRootRoute({ component: Shell });
const getParentRoute = () => root;

const clientsScreen = () => import('./clients/clients-screen.js');

/** All screens. Every screen but the first is loaded when it is opened. */
const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: HomeScreen }),
  createRoute({
    getParentRoute,
    path: '/connectors',
    component: lazyRouteComponent(
      () => import('./connectors/connectors-screen.js'),
      'ConnectorsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/connectors/$type',
    component: lazyRouteComponent(
      () => import('./connectors/connector-screen.js'),
      'ConnectorScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/clients',
    validateSearch: texts('show'),
    component: lazyRouteComponent(clientsScreen, 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/clients/new',
    validateSearch: texts('type'),
    component: lazyRouteComponent(
      () => import('./clients/new-client-screen.js'),
      'NewClientScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$id',
    component: lazyRouteComponent(() => import('./clients/client-screen.js'), 'ClientScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/things',
    validateSearch: texts(
      'search',
      'capability',
      'available',
      'sort',
      'client',
      'subject',
      'below',
    ),
    component: lazyRouteComponent(() => import('./things/things-screen.js'), 'ThingsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/things/$id',
    component: lazyRouteComponent(() => import('./things/thing-screen.js'), 'ThingScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/units',
    validateSearch: texts('search'),
    component: lazyRouteComponent(() => import('./units/units-screen.js'), 'UnitsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/units/$id',
    component: lazyRouteComponent(() => import('./units/unit-screen.js'), 'UnitScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/subjects',
    component: lazyRouteComponent(() => import('./subjects/subjects-screen.js'), 'SubjectsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/subjects/$id',
    component: lazyRouteComponent(() => import('./subjects/subject-screen.js'), 'SubjectScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/callbacks',
    component: lazyRouteComponent(
      () => import('./callbacks/callbacks-screen.js'),
      'CallbacksScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: texts('operation', 'actor', 'subject', 'resource'),
    component: lazyRouteComponent(() => import('./audit/audit-screen.js'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/apps',
    component: lazyRouteComponent(() => import('./apps/apps-screen.js'), 'AppsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/limits',
    component: lazyRouteComponent(() => import('./limits/limits-screen.js'), 'LimitsScreen'),
  }),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
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
