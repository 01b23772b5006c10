import { openApiDocument } from '@trellis/api-gateway/openapi';
import { problems } from '@trellis/contracts';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { clientDocument, pathsWithoutKey } from './document.js';

export async function clientTypes(): Promise<string> {
  const document = clientDocument(openApiDocument('https://trellis.example') as OpenAPI3);
  const types = astToString(
    await openapiTypescript(document, { defaultNonNullable: false, alphabetize: false }),
  );
  const text = `// Made from the OpenAPI document by \`npm run generate:client\`.

${types}

/** The code of a problem, which is the last part of its \`type\`. */
export type ProblemCode = ${Object.keys(problems)
    .map((code) => `'${code}'`)
    .join(' | ')};

/** The paths of POST that take no \`Idempotency-Key\`. */
export const pathsWithoutKey: readonly string[] = ${JSON.stringify(pathsWithoutKey(document))};
`;
  const options = await resolveConfig(new URL(import.meta.url));
  return format(text, { ...options, parser: 'typescript' });
}
