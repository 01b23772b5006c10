import { clientStatus, type Page } from '@trellis/contracts';
import { listAnswer, pageOf, pageQuery, flagParameter } from '@trellis/operations';
import { z } from 'zod';
import { attributesQuery, requireOwnAttributes, withOwnAttributes } from '../access/attributes.js';
import { listedClientResource, listedClientToJson } from './client-resource.js';
import { operation } from '../operation.js';
import { references } from '../resources/reference.js';
import { readShownPage } from '../resources/shown-page.js';

export const clientListOperation = operation.get('/api/v1/connectors/clients', {
  tag: 'Connectors',
  id: 'listConnectorClients',
  summary: 'Retrieve connector clients',
  description:
    'References to the clients of the subject, or of the whole account without one; with `view=summary` their states.',
  access: { scope: 'svc.connector.read', subject: 'optional' },
  input: {
    query: z.strictObject({
      ...pageQuery,
      status: clientStatus.optional().describe('Only clients with this status.'),
      paused: flagParameter('Only clients that are paused, or that are not.'),
      attention: flagParameter(
        'Only clients that somebody should look at, or the others: one needs attention that fails, has warnings of ' +
          'its last poll, waits for its authorization, has a sweep that is held, or cannot be removed. One that is ' +
          'paused needs none, unless it cannot be removed.',
      ),
      ...attributesQuery,
      via: z.uuid().optional().describe('Only clients that use the agent with this id.'),
      view: z
        .enum(['summary'])
        .optional()
        .describe('Shows the states of the clients, without their things and warnings.'),
    }),
  },
  answer: {
    status: 200,
    // References are in part what summaries are, which are therefore looked at first.
    body: z.union([z.array(listedClientResource), references]),
  },
  async handle({ connectors, caller, bearer, query, hrefs, url }) {
    const { status, paused, attention, attributes, via, view } = query;
    requireOwnAttributes(bearer, attributes);
    const list = (page: Page) =>
      connectors('clients.list', { caller, page, status, paused, attention, attributes, via });
    const address = { base: hrefs.base, url };
    if (view === undefined) {
      const page = await list(pageOf(query));
      return listAnswer(page, address, (id) => ({ href: hrefs.client(id) }));
    }
    const shown = await readShownPage(pageOf(query), {
      list,
      async show(ids) {
        const { clients: items, covered } = await connectors('clients.show', { caller, ids });
        return { items, covered };
      },
    });
    return listAnswer(shown, address, (client) =>
      listedClientToJson(withOwnAttributes(bearer, client), hrefs),
    );
  },
});
