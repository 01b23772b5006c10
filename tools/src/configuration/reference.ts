import { queueBoardConfiguration } from '@trellis/connector-runtime/queue-board';
import { format } from 'prettier';
import { z } from 'zod';
import { services } from '../services.js';
import { launcherConfiguration } from '../start/configuration.js';

/** Path of the reference. */
export const referenceFile = 'docs/configuration.md';

const programs: [title: string, schema: z.ZodObject][] = [
  ['`npm start`', launcherConfiguration],
  ...Object.entries(services),
  ['queue-board, in the image of connector-runtime', queueBoardConfiguration],
];

/** The reference of all variables, in Markdown, generated from their schemas. */
export async function configurationReference(): Promise<string> {
  const text = `# Configuration

Environment variables configure the programs. Each program checks its variables when it starts. If a
value is invalid, it exits with one line that names the variable. \`npm start\` generates the secrets
(in \`DATA_DIR\`) and passes its own environment on to the services. \`npm run docs:configuration\`
generates this page from the schemas.

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
  const text = String(absent.data ?? '');
  return text === '' ? '' : `\`${text}\``;
}

function descriptionOf(variable: z.ZodType): string {
  if (!variable.description) throw new Error('A variable has no description.');
  return variable.description.replaceAll('|', '\\|');
}
