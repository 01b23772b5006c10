import { openApiDocument } from '@trellis/api-gateway/openapi';
import type { OpenAPI3, PathItemObject } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { clientDocument } from './document.js';

const changing = ['post', 'put', 'patch', 'delete'] as const;

/** Returns the table of what changes do, by which the console names them. */
export async function consoleSummaries(): Promise<string> {
  const { paths = {} } = clientDocument(openApiDocument('https://trellis.example') as OpenAPI3);
  const operations = Object.values(paths)
    .flatMap((path: PathItemObject) => changing.map((method) => path[method]))
    .flatMap((one) => (one && 'operationId' in one ? [[one.operationId, one.summary]] : []));
  const text = `// Made from the OpenAPI document by \`npm run generate:client\`.

/** The summary of each operation that changes something, by its \`operationId\`. */
export const summaries: { readonly [operation: string]: string } = ${JSON.stringify(Object.fromEntries(operations))};
`;
  const options = await resolveConfig(new URL(import.meta.url));
  return format(text, { ...options, parser: 'typescript' });
}
