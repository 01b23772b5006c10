import type { components, Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type App = components['schemas']['App'];
export type Scope = components['schemas']['NewApp']['scopes'][number];

export const scopeTexts: Record<Scope, string> = {
  'svc.things.read': 'Read things',
  'svc.things.admin': 'Create and delete things, write their properties',
  'svc.things.act': 'Invoke actions of things',
  'svc.units.read': 'Read units, subjects and limits',
  'svc.units.admin': 'Create, change and delete units',
  'svc.connector': 'Set up connectors, connect and delete clients',
  'svc.audit.read': 'Read the audit log',
  'svc.apps.admin': 'Register, rotate and revoke apps',
};

export const scopeNames = Object.keys(scopeTexts) as Scope[];

export const appsQuery = (trellis: Trellis) =>
  pagesQuery<App>(['apps'], ({ query, signal }) => trellis.get('/apps', { query, signal }));
