import { describeOperations } from './http/openapi.js';
import { operations } from './operations/index.js';

/** The OpenAPI document of a gateway whose public address is `server`. */
export const openApiDocument = (server: string) => describeOperations(documented, server);

const documented = operations.filter(({ undocumented }) => undocumented === undefined);
