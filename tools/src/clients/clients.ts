import { openApiDocument } from '@trellis/api-gateway/openapi';
import type { OpenAPI3 } from 'openapi-typescript';
import { clientDocument } from '../client-types/document.js';
import { goSources } from './go.js';
import { operationsOf, type ClientDocument } from './operations.js';
import { pythonOperations, pythonTypes } from './python.js';
import { Types } from './types.js';

/** Reads the OpenAPI document, as its operations and types for the clients in other languages. */
function readDocument() {
  const text = JSON.stringify(
    clientDocument(openApiDocument('https://trellis.example') as OpenAPI3),
  );
  const document = JSON.parse(text) as ClientDocument;
  const types = new Types(document.components.schemas);
  const operations = operationsOf(document, types);
  return { declarations: types.declarations, operations };
}

const go = () => {
  const { declarations, operations } = readDocument();
  return goSources(declarations, operations);
};

/** The generated files of the clients, by path. */
export const clientSources: Record<string, () => Promise<string>> = {
  'clients/go/operations.go': async () => go().operations,
  'clients/go/types.go': async () => go().types,
  'clients/python/src/trellis_client/_operations.py': async () =>
    pythonOperations(readDocument().operations),
  'clients/python/src/trellis_client/types.py': async () =>
    pythonTypes(readDocument().declarations.values()),
};
