import { queueBoardConfiguration } from '@trellis/connector-runtime/queue-board';
import { format } from 'prettier';
import { z } from 'zod';
import { services } from '../services.js';
import { launcherConfiguration } from '../start/configuration.js';

/** The line of each variable, by its name. */
type Lines = Map<string, string>;

/** Returns the reference of all environment variables, in Markdown, generated from their schemas. */
export async function configurationReference(): Promise<string> {
  const [[, common], ...others] = linesByServices();
  const sections = [
    section('Every service', common),
    ...others.map(([title, lines]) => section(title, lines)),
    section('`npm start`', own(launcherConfiguration, common)),
    section('queue-board, in the image of connector-runtime', own(queueBoardConfiguration, common)),
  ];
  const text = `# Configuration

Programs are configured by environment variables, shown with their defaults. If one is invalid, the program exits with a
line that names it. \`npm start\` generates secrets in \`DATA_DIR\` and passes its environment on to the services.
\`npm run docs:configuration\` generates this page.

${sections.join('\n')}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

/** Returns the lines by the services that share them, beginning with those of every service. */
function linesByServices(): [[services: string, Lines], ...[string, Lines][]] {
  const all = Object.entries(services).map(([name, schema]) => ({ name, lines: linesOf(schema) }));
  const groups = new Map<string, Lines>();
  for (const { lines } of all) {
    for (const [variable, line] of lines) {
      const sharing = all.filter((other) => other.lines.get(variable) === line);
      const title = sharing.map(({ name }) => name).join(', ');
      groups.set(title, (groups.get(title) ?? new Map<string, string>()).set(variable, line));
    }
  }
  const count = (title: string) => title.split(', ').length;
  const [first, ...others] = [...groups].sort(([one], [other]) => count(other) - count(one));
  return [first!, ...others];
}

const linesOf = (schema: z.ZodObject): Lines =>
  new Map(
    Object.entries(schema.shape).map(([name, variable]) => [
      name,
      `- \`${name}\`${defaultOf(variable)}: ${descriptionOf(variable)}`,
    ]),
  );

/** Returns the lines of a program that differ from those of every service. */
const own = (schema: z.ZodObject, common: Lines): Lines =>
  new Map([...linesOf(schema)].filter(([name, line]) => common.get(name) !== line));

const section = (title: string, lines: Lines): string =>
  `## ${title}\n\n${[...lines.values()].join('\n')}\n`;

function defaultOf(variable: z.ZodType): string {
  const absent = variable.safeParse(undefined);
  if (!absent.success) return ' (required)';
  const text = String(absent.data ?? '');
  return text === '' ? '' : ` (\`${text}\`)`;
}

function descriptionOf(variable: z.ZodType): string {
  if (!variable.description) throw new Error('A variable has no description.');
  return variable.description;
}
