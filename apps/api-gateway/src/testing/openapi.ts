import { Validator } from '@seriousme/openapi-schema-validator';
import type { TestGateway } from './gateway.js';

/** Reads the OpenAPI document, with what it has once where it is referred to. */
export async function readDocument<Document>(gateway: TestGateway): Promise<Document> {
  const response = await gateway.request('/api/v1/openapi.json');
  const validator = new Validator();
  await validator.validate((await response.json()) as never);
  return validator.resolveRefs() as Document;
}
