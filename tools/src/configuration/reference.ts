import { queueBoardConfiguration } from '@trellis/connector-runtime/queue-board';
import { format } from 'prettier';
import { z } from 'zod';
import { services } from '../services.js';
import { launcherConfiguration } from '../start/configuration.js';

/** Path of the reference. */
export const referenceFile = 'docs/configuration.md';

/** The row of a variable by its name. */
type Rows = Map<string, string>;

/** Returns the reference of all environment variables, in Markdown, generated from their schemas. */
export async function configurationReference(): Promise<string> {
  const [first, ...others] = Object.values(services).map(rowsOf);
  const common = new Map(
    [...first!].filter(([name, row]) => others.every((rows) => rows.get(name) === row)),
  );
  const sections = [
    section('Every service', common),
    ...Object.entries(services).map(([name, schema]) => section(name, own(schema, common))),
    section('`npm start`', own(launcherConfiguration, common)),
    section('queue-board, in the image of connector-runtime', own(queueBoardConfiguration, common)),
  ];
  const text = `# Configuration

Each program is configured by environment variables and checks them when it starts. If one is invalid, it exits with a
line that names the variable. \`npm start\` and the queue board also use those of every service as far as they need them;
\`npm start\` generates secrets in \`DATA_DIR\` and passes its environment on to the services.
\`npm run docs:configuration\` generates this page.

${sections.join('\n')}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

const rowsOf = (schema: z.ZodObject): Rows =>
  new Map(
    Object.entries(schema.shape).map(([name, variable]) => [
      name,
      `| \`${name}\` | ${defaultOf(variable)} | ${descriptionOf(variable)} |`,
    ]),
  );

/** Returns the rows of a program that differ from those of every service. */
const own = (schema: z.ZodObject, common: Rows): Rows =>
  new Map([...rowsOf(schema)].filter(([name, row]) => common.get(name) !== row));

const section = (title: string, rows: Rows): string =>
  `## ${title}\n\n| variable | default | meaning |\n| --- | --- | --- |\n${[...rows.values()].join('\n')}\n`;

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
