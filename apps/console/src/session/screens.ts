import type { Scope } from '../api/account.js';

interface Restricted {
  title: string;
  /** The scope without which the screen is neither listed nor shown. */
  scope: Scope;
}

/** The screens that need a scope, by the path of their route. */
export const restrictedScreens: Readonly<Record<string, Restricted>> = {
  '/things': { title: 'Things', scope: 'svc.things.read' },
  '/things/$id': { title: 'Thing', scope: 'svc.things.read' },
  '/units': { title: 'Units', scope: 'svc.units.read' },
  '/units/$id': { title: 'Unit', scope: 'svc.units.read' },
  '/subjects': { title: 'Subjects', scope: 'svc.units.read' },
  '/subjects/$id': { title: 'Subject', scope: 'svc.units.read' },
  '/erasures/$id': { title: 'Erasure', scope: 'svc.units.read' },
  '/limits': { title: 'Limits', scope: 'svc.units.read' },
  '/connectors': { title: 'Connectors', scope: 'svc.connector.read' },
  '/connectors/$type': { title: 'Connector', scope: 'svc.connector.read' },
  '/connectors/new': { title: 'New connector type', scope: 'svc.connector' },
  '/clients': { title: 'Clients', scope: 'svc.connector.read' },
  '/clients/$id': { title: 'Client', scope: 'svc.connector.read' },
  '/clients/new': { title: 'Connect a client', scope: 'svc.connector' },
  '/agents': { title: 'Agents', scope: 'svc.connector.read' },
  '/agents/$id': { title: 'Agent', scope: 'svc.connector.read' },
  '/activity': { title: 'Activity', scope: 'svc.connector.read' },
  '/alerts': { title: 'Alerts', scope: 'svc.connector.read' },
  '/alerts/$id': { title: 'Alert', scope: 'svc.connector.read' },
  '/usage': { title: 'Usage', scope: 'svc.connector.read' },
  '/audit': { title: 'Audit log', scope: 'svc.audit.read' },
  '/apps': { title: 'API keys', scope: 'svc.apps.admin' },
};
