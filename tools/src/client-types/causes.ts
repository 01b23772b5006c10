import { causes, type CauseRow } from '@trellis/contracts';
import { format, resolveConfig } from 'prettier';

/** Returns the table of causes for the client, which pages and command lines use. */
export async function clientCauses(): Promise<string> {
  const rows = Object.entries<CauseRow>(causes).map(([name, row]) => [name, textsOf(row)]);
  const text = `// Made from the causes of failures by \`npm run generate:client\`.

/** Sentences about each cause of a failure, to developers (\`advice\`) and end users, and what an end user can do. */
export const causes = ${JSON.stringify(Object.fromEntries(rows))} as const;
`;
  const options = await resolveConfig(new URL(import.meta.url));
  return format(text, { ...options, parser: 'typescript' });
}

const textsOf = ({ act, advice, en, de }: CauseRow) => ({ act, advice, en, de });
