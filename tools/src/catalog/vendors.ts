import { readVendors, schemas } from '@trellis/catalog/entries';

/** The catalogue as the services load it: the text of each vendor on a line. */
export async function vendorTexts(): Promise<string> {
  const lines = readVendors().map(
    ({ id, ...vendor }) => `  ${JSON.stringify(id)}: ${JSON.stringify(JSON.stringify(vendor))},\n`,
  );
  return `/** The vendors of libs/catalog/vendors; \`npm run generate:catalog\` writes this file. */
export const vendors: Record<string, string> = {
${lines.join('')}};
`;
}

const schemaText = (name: 'vendor' | 'recorded') => async () =>
  `${JSON.stringify(schemas()[name], undefined, 2)}\n`;

export const vendorSchemaText = schemaText('vendor');
export const recordedSchemaText = schemaText('recorded');
