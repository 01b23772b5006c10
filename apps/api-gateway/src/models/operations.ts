import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import {
  fromCurie,
  isIri,
  type ModelType,
  modelTypes,
  vocabularies,
} from '@trellis/building-models';
import { Problem } from '@trellis/contracts';
import { createIdForms, flagParameter, requireScope } from '@trellis/operations';
import { z } from 'zod';
import { readUnitsOfModel } from './export.js';
import { importToJson, modelImportResource } from './resource.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { refuseBelow } from '../things/filter.js';

const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

const maxModelBytes = 4 * 1024 * 1024;

/** How long reading all units of a model and writing it may take (ms). */
const exportTimeoutMs = 120_000;

const importRow = {
  tag: 'Units',
  access: { scope: 'svc.units.admin', subject: 'optional' },
} as const;

/** Units as models of buildings: Brick and RealEstateCore, in Turtle and JSON-LD. */
export const unitModelOperations: Operation[] = [
  operation.post('/api/v1/units/models', {
    ...importRow,
    id: 'importModel',
    summary: 'Import a model',
    description:
      'Stores the spaces, equipment and collections of a model of Brick or RealEstateCore as units, in ' +
      'Turtle (`text/turtle`) or JSON-LD (`application/ld+json`, whose contexts have to be part of it). ' +
      'Imported again, a model updates them. Each unit is stored wholly or not at all. The imports of an ' +
      'account run one after another; up to 20 may wait. The address of the answer shows progress, units ' +
      'that failed, what has changed, and what could not be mapped, for a week after the end.',
    input: {
      bytes: { max: maxModelBytes, types: modelTypes },
      query: z.strictObject({
        dry_run: flagParameter('Changes nothing and reports what would change.'),
        replace: flagParameter(
          'Removes from units of the model the statements that it does not make any longer.',
        ),
        match: z
          .string()
          .max(256)
          .refine((name) => fromCurie(name) !== undefined, 'Must be an IRI or have a known prefix.')
          .optional()
          .describe(
            'A predicate of points, such as `rdfs:label`, whose value is the id or the title of a thing.',
          ),
        base: z
          .string()
          .refine(isIri, 'Must be an absolute IRI.')
          .optional()
          .describe('What relative IRIs of the model are relative to.'),
      }),
    },
    answer: {
      status: 202,
      body: modelImportResource,
      problems: ['unsupported_media_type', ...problemsOf('models.start')],
    },
    audit: { resource: 'model' },
    async handle(request) {
      const { units, caller, query, hrefs, bearer, newId } = request;
      const { dry_run: preview = false, replace = false, base = `${hrefs.base}/models/` } = query;
      const match = query.match === undefined ? undefined : fromCurie(query.match);
      if (match !== undefined) requireScope('svc.things.read', bearer);
      const type = typeOf(request);
      requireText(request);
      await units('models.admit', { caller });
      const text = (await gzip(request.bytes, { level: 1 })).toString('base64');
      const started = { caller, id: newId(), text, type, base, match, preview, replace };
      const body = importToJson(await units('models.start', started), hrefs);
      return { headers: { Location: body.href }, body };
    },
  }),
  operation.get('/api/v1/units/models/imports/:id', {
    tag: 'Units',
    id: 'getModelImport',
    summary: 'Retrieve an import of a model',
    description: 'Its progress, and what has become of its units.',
    access: { scope: 'svc.units.read', subject: 'optional' },
    answer: { status: 200, body: modelImportResource },
    async handle({ units, caller, params: { id }, hrefs }) {
      return { body: importToJson(await units('models.read', { caller, id }), hrefs) };
    },
  }),
  operation.post('/api/v1/units/models/imports/:id/cancel', {
    ...importRow,
    id: 'cancelModelImport',
    summary: 'Cancel an import of a model',
    description: 'Stores no further units. What has been stored remains.',
    answer: { status: 200, body: modelImportResource },
    audit: { resource: 'model' },
    async handle({ units, caller, params: { id }, hrefs }) {
      return { body: importToJson(await units('models.cancel', { caller, id }), hrefs) };
    },
  }),
  operation.get('/api/v1/units/models', {
    tag: 'Units',
    id: 'exportModel',
    summary: 'Export a model',
    description:
      'The units that the caller sees as a model, in Turtle, or in JSON-LD with ' +
      '`Accept: application/ld+json`. What was imported has the same statements again.',
    access: { scope: 'svc.units.read', subject: 'optional' },
    input: {
      query: z.strictObject({
        below: z.string().optional().describe('Only this unit and all below it.'),
        vocabulary: z
          .enum(vocabularies)
          .optional()
          .describe(
            'Names classes and relations in this vocabulary where it has them; otherwise they have ' +
              'the names with which they were imported, and Brick for units that were not.',
          ),
      }),
    },
    answer: { status: 200, files: modelTypes, problems: ['invalid_request', 'rate_limited'] },
    limits: { timeoutMs: () => exportTimeoutMs },
    async handle({ units, caller, query, models, hrefs, header }) {
      const { vocabulary } = query;
      const below =
        query.below === undefined ? undefined : createIdForms(hrefs.base).resource(query.below);
      const found = await readUnitsOfModel(units, { caller, below }).catch(refuseBelow);
      const isJsonLd = header('Accept')?.includes('application/ld+json') ?? false;
      const type: ModelType = isJsonLd ? 'application/ld+json' : 'text/turtle';
      const task = {
        units: JSON.stringify(found),
        type,
        vocabulary: vocabulary ?? 'brick',
        translates: vocabulary !== undefined,
      };
      const bytes = await models.write(task, caller.developer);
      return { file: { mediaType: type, bytes } };
    },
  }),
];

function typeOf({ header }: Pick<OperationRequest, 'header'>): ModelType {
  const sent = header('Content-Type')?.split(';')[0]!.trim().toLowerCase();
  const type = modelTypes.find((known) => known === sent);
  if (type === undefined || header('Content-Encoding') !== undefined) {
    throw new Problem(
      'unsupported_media_type',
      `The body must be ${modelTypes.join(' or ')}, without an encoding.`,
    );
  }
  return type;
}

function requireText({ bytes }: Pick<OperationRequest, 'bytes'>): void {
  if (isUtf8(bytes) && !bytes.includes(0)) return;
  throw new Problem('invalid_request', 'The text must be UTF-8 without U+0000.');
}
