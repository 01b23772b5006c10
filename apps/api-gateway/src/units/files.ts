import { list, newUnitLine, unitLine } from '@trellis/contracts';
import { idForm, itemsOfPages, invalidMember } from '@trellis/operations';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';
import { importLines, importReport } from './import.js';

const newUnitLineResource = newUnitLine
  .extend({
    things: list(idForm, 10_000)
      .optional()
      .describe('Ids of things, in any form that answers show.'),
  })
  .meta({
    id: 'UnitLine',
    example: { id: 'kitchen', name: 'Kitchen', type: 'room', parents: ['ground floor'] },
  });

const unitLineResource = unitLine
  .extend(newUnitLineResource.pick({ things: true }).shape)
  .meta({ id: 'ExportedUnitLine' });

const exportedAtOnce = 500;

/** Units as files: lines of JSON, each of which is a unit. */
export const unitFileOperations: Operation[] = [
  operation.post('/api/v1/units/import', {
    tag: 'Units',
    id: 'importUnits',
    summary: 'Import units',
    description:
      'Each line is stored wholly or not at all, and a line that fails harms no other. An id is the one ' +
      'of an existing unit, or any text that stands for a new one; `parents` and `children` name ' +
      'earlier lines or existing units. A line of a unit that exists adds what is missing, so an import ' +
      'that was interrupted can be sent again. The answer reports progress while it reads: how many ' +
      'lines were stored, each line that failed, and at the end whether it is `complete`.',
    access: { scope: 'svc.units.admin', subject: 'optional' },
    input: { lines: newUnitLineResource },
    answer: { status: 200, lines: importReport },
    audit: { resource: 'unit' },
    async handle(request) {
      const { lines, streams, bearer } = request;
      return { lines: importLines(request, lines, streams.open(bearer)) };
    },
  }),
  operation.get('/api/v1/units/export', {
    tag: 'Units',
    id: 'exportUnits',
    summary: 'Export units',
    description:
      'The units that the caller sees as lines that an import reads, in the order of their creation. A ' +
      'link is in the line of the younger unit. A list of more than 1000 entries goes on in further ' +
      'lines of the same unit. To continue an export, begin at the last unit that was received.',
    access: { scope: 'svc.units.read', subject: 'optional' },
    input: {
      query: z.strictObject({
        from: idForm.optional().describe('The id of the unit at which to begin.'),
      }),
    },
    answer: { status: 200, lines: unitLineResource, problems: ['not_found'] },
    async handle({ units, caller, idForms, query, streams, bearer, inTurn }) {
      const from = query.from === undefined ? undefined : idForms.resource(query.from);
      if (from !== undefined) {
        if (!isUuid(from)) throw invalidMember('/query/from', 'Must be the id of a unit.');
        await units('units.read', { caller, id: from });
      }
      const fetchPage = (limit: number, cursor: string | undefined) =>
        inTurn(async () => {
          const { lines, next } = await units('units.export', { caller, limit, cursor, from });
          return { items: lines, next };
        });
      const stream = streams.open(bearer);
      return { lines: itemsOfPages(fetchPage, { limit: exportedAtOnce, ...stream }) };
    },
  }),
];
