import { configuration as gateway } from '@trellis/api-gateway/configuration';
import { configuration as runtime } from '@trellis/connector-runtime/configuration';
import { configuration as units } from '@trellis/units-service/configuration';
import { format } from 'prettier';
import { z } from 'zod';
import { launcherConfiguration } from '../start/configuration.js';

/** Where the reference is kept. */
export const referenceFile = 'docs/configuration.md';

const programs: [title: string, schema: z.ZodObject][] = [
  ['`npm start`', launcherConfiguration],
  ['api-gateway', gateway],
  ['units-service', units],
  ['connector-runtime', runtime],
];

/** The reference of all variables, in Markdown, from the schemas that read them. */
export async function configurationReference(): Promise<string> {
  const text = `# Configuration

Everything is configured by variables of the environment. Each program reads its own, checks them
when it starts, and ends with one line that names the variable when a value cannot be used.
\`npm start\` generates the secrets (into \`DATA_DIR\`) and passes on to the services whatever else
it finds in its environment. This page is made from the schemas by \`npm run docs:configuration\`.

${programs.map(([title, schema]) => section(title, schema)).join('\n')}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

function section(title: string, schema: z.ZodObject): string {
  const rows = Object.entries(schema.shape).map(
    ([name, variable]) => `| \`${name}\` | ${defaultOf(variable)} | ${descriptionOf(variable)} |`,
  );
  return `## ${title}\n\n| variable | default | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function defaultOf(variable: z.ZodType): string {
  const absent = variable.safeParse(undefined);
  if (!absent.success) return 'must be set';
  return absent.data === undefined ? '' : `\`${String(absent.data)}\``;
}

function descriptionOf(variable: z.ZodType): string {
  if (!variable.description) throw new Error('A variable has no description.');
  return variable.description.replaceAll('|', '\\|');
}
