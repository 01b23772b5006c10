import type { RoleResources } from './role-resources.js';

export interface RoleScreen {
  path: string;
  title: string | RegExp;
  tab?: string;
  /** Names of the controls that need a scope of developers. */
  changes?: string[];
  /** Names of the controls that support has, too. */
  operates?: string[];
  /** Names of the controls with which people change only what is their own. */
  own?: string[];
  /** The roles besides developers and owners that may open it; all by default. */
  roles?: readonly string[];
}

const attributes = ['Set attribute', 'Remove customer_no'];

/** Every screen of the console, with the controls there that change something. */
export const everyRoleScreen = (shown: RoleResources): RoleScreen[] => [
  { path: '/', title: 'Home' },
  ...screensOfThings(shown.lamp, shown.box),
  ...screensOfUnits(shown.unit),
  ...screensOfSubjects(shown.erasure),
  ...screensOfConnectors(shown.client, shown.failing),
  ...screensOfAgents(shown.agent),
  ...screensOfAccount(shown.alert),
];

const screensOfThings = (lamp: string, box: string): RoleScreen[] => [
  { path: '/things', title: 'Things' },
  {
    path: lamp,
    title: 'Lamp 1',
    changes: ['On', 'Brightness', 'Color temperature', 'Set Color'],
  },
  { path: lamp, title: 'Lamp 1', tab: 'About', changes: attributes },
  { path: lamp, title: 'Lamp 1', tab: 'Thing Description' },
  { path: box, title: 'Box', changes: ['Delete', 'Shake', 'Open…'] },
];

function screensOfUnits(path: string): RoleScreen[] {
  const unit = { path, title: 'House' };
  const always = ['Add parent', 'Rename', 'Delete'];
  return [
    { path: '/units', title: 'Units', changes: ['New unit'] },
    {
      ...unit,
      changes: [
        ...always,
        ...['Add existing unit', 'New child unit', 'Add things', 'Remove Kitchen from this unit'],
      ],
    },
    {
      ...unit,
      tab: 'Scenes',
      changes: [
        ...always,
        ...['Save the current state', 'Name of the scene', 'Activate Evening'],
        ...['Save again in Evening'],
      ],
    },
    {
      ...unit,
      tab: 'Properties',
      changes: [...always, 'New property', 'Change area', 'Delete area'],
    },
    { ...unit, tab: 'Subjects', changes: [...always, 'Subject', 'Link', 'Unlink bob'] },
    { ...unit, tab: 'Picture', changes: always },
  ];
}

const screensOfSubjects = (erasure: string): RoleScreen[] => [
  { path: '/subjects', title: 'Subjects' },
  {
    path: '/subjects/alice',
    title: 'alice',
    changes: ['Export', 'Delete end user…', 'Revoke', ...attributes],
  },
  { path: erasure, title: 'Erasure' },
];

const recording =
  'Record everything for 30 minutes Failures are recorded with their requests, successes are only counted.';

const screensOfConnectors = (client: string, failing: string): RoleScreen[] => [
  { path: '/connectors', title: 'Connectors' },
  {
    path: '/connectors/simulator',
    title: 'Simulator',
    changes: ['Change', 'Delete set-up…'],
  },
  {
    path: '/connectors/x-solar',
    title: 'Solar Edge 2',
    changes: [
      'Set up Solar Edge 2',
      'Try it first',
      'Choose a logo',
      'Delete type…',
      'Edit',
      'Roll back',
    ],
  },
  { path: '/connectors/new', title: 'New connector type', roles: [] },
  { path: '/clients', title: 'Clients' },
  { path: '/clients/new', title: 'Connect a client', roles: [] },
  {
    path: client,
    title: /^Simulator of /,
    changes: ['Configure', 'Delete', recording, ...attributes],
    operates: ['Poll now', 'Pause'],
  },
  {
    path: failing,
    title: 'Web of Things of dora',
    changes: ['Configure', 'Delete', recording, 'Set attribute'],
    operates: ['Poll now', 'Pause'],
  },
  { path: '/activity', title: 'Activity' },
];

const screensOfAgents = (agent: string): RoleScreen[] => [
  { path: '/agents', title: 'Agents', changes: ['New agent'] },
  { path: agent, title: 'Home of alice', changes: ['New pairing code', 'Rename', 'Revoke'] },
];

const screensOfAccount = (alert: string): RoleScreen[] => [
  { path: '/alerts', title: 'Alerts', changes: ['New alert rule'] },
  {
    path: alert,
    title: 'Customers are offline',
    changes: ['Delete', 'Silence', 'Change', 'Send a test message'],
  },
  {
    path: '/callbacks',
    title: 'Callbacks',
    changes: ['Change', 'Delete', 'Send a test message', 'Redeliver all'],
  },
  { path: '/usage', title: 'Usage' },
  { path: '/limits', title: 'Limits', changes: ['Change'] },
  { path: '/audit', title: 'Audit log', roles: ['support'] },
  { path: '/apps', title: 'API keys', changes: ['Register app', 'Change', 'Revoke'], roles: [] },
  { path: '/organization', title: 'Acme', own: ['New organization', 'Leave'] },
  {
    path: '/profile',
    title: 'Your account',
    own: ['Change password', 'Turn on', 'Add passkey', 'Sign out everywhere else'],
  },
];
