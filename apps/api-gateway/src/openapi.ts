import { describeOperations } from './http/openapi.js';
import { operations } from './operations/index.js';

/** The OpenAPI document of a deployment, which begins with its public address. */
export const openApiDocument = (publicUrl: string) => describeOperations(operations, publicUrl);
