import { z } from 'zod';
import { listAnswer, pageOf, pageQuery } from '@trellis/operations';
import { operation, type Operation } from '../context/operation.js';
import { references } from '../resources/reference.js';
import { subjectResource, subjectToJson } from './resource.js';

const read = { tag: 'Subjects', access: { scope: 'svc.units.read', subject: 'optional' } } as const;

export const subjectOperations: Operation[] = [
  operation.get('/api/v1/subjects', {
    ...read,
    id: 'listSubjects',
    summary: 'Retrieve subjects',
    description: 'Every subject known to the account.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: references },
    async handle({ units, caller, query, hrefs, url }) {
      const page = await units('subjects.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.subject(id) }));
    },
  }),
  operation.get('/api/v1/subjects/:id', {
    ...read,
    id: 'getSubject',
    summary: 'Retrieve subject',
    description: 'Its units, things and clients, the first 1000 of each.',
    answer: { status: 200, body: subjectResource },
    async handle({ units, connectors, caller, params: { id }, hrefs }) {
      const subject = await units('subjects.read', { caller, id });
      // Subjects share units and things, never clients.
      const isOwn = caller.subject === undefined || caller.subject === id;
      const clients = isOwn
        ? await connectors('clients.list', { caller: { ...caller, subject: id }, page: {} })
        : { items: [] };
      return { body: subjectToJson({ ...subject, clients: clients.items }, hrefs) };
    },
  }),
];
