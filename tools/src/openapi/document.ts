import { openApiDocument } from '@trellis/api-gateway/openapi';
import { format } from 'prettier';

/** Where the document is for clients that are made from it. */
export const documentFile = 'libs/client/openapi.json';

/** The public address in the document, that of `npm start`. */
const server = 'http://localhost:3000';

/** The OpenAPI document as text, the same for the same operations. */
export const documentText = (): Promise<string> =>
  format(JSON.stringify(openApiDocument(server)), { parser: 'json', printWidth: 100 });
