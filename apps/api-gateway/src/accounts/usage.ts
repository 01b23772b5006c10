import { itemsOfPages, listAnswer, pageOf, wantsTable } from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';
import {
  toFilter,
  usageColumns,
  usagePageQuery,
  usageQuery,
  usageResource,
} from './usage-resource.js';

const answer = {
  status: 200,
  body: z.array(usageResource),
  csv: true,
} as const;

/** How many rows a table reads at once. */
const readAtOnce = 1_000;

export const usageOperations: Operation[] = [
  operation.get('/api/v1/usage', {
    tag: 'Usage',
    access: { scope: 'svc.connector.read', subject: 'optional' },
    id: 'getUsage',
    summary: 'Retrieve usage',
    description:
      'What clients and subjects did, by day, connector or subject; with a subject, only its own. `Accept: text/csv` answers ' +
      'all of it as a table, in which an apostrophe precedes texts that a spreadsheet would calculate. Polls and events appear within minutes.',
    input: { query: z.strictObject({ ...usageQuery, ...usagePageQuery }) },
    answer,
    async handle({ connectors, caller, query, header, hrefs, idForms, url, ...request }) {
      const filter = toFilter(query, idForms);
      if (!wantsTable({ answer }, header)) {
        const found = await connectors('usage.read', { caller, page: pageOf(query), filter });
        return listAnswer(found, { base: hrefs.base, url }, (row) => row);
      }
      const { inTurn, streams, bearer } = request;
      const fetchPage = (limit: number, cursor: string | undefined) =>
        inTurn(() => connectors('usage.read', { caller, page: { limit, cursor }, filter }));
      const rows = itemsOfPages(fetchPage, { limit: readAtOnce, ...streams.open(bearer) });
      return { table: { columns: usageColumns, rows } };
    },
  }),
];
