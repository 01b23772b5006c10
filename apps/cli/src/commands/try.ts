import type { components } from '@trellis/client';
import type { Command } from 'commander';
import {
  addConfigurationOptions,
  readAssignments,
  type ConfigurationOptions,
} from '../input/configuration.js';
import { collect, readAnswer, readDocument } from '../input/value.js';
import { readConnectors } from '../lookup/connectors.js';
import { CliError, exitCodes, notFoundError } from '../output/failure.js';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

type Trial = components['schemas']['ConnectorTrial'];
type Explanation = NonNullable<Trial['explanation']>;

interface TryOptions extends ConfigurationOptions {
  answer?: string[];
  via?: string;
}

export function registerTry(program: Command, run: Run): void {
  const command = program
    .command('try <type>')
    .description('poll a technology once and show what is found; nothing is stored');
  addConfigurationOptions(command)
    .option(
      '--answer <[request=]file>',
      'take a file as the answer to a request: then nothing is sent',
      collect,
    )
    .option('--via <agent>', 'poll through the agent with this id')
    .addHelpText(
      'after',
      `
Examples:
  $ trellis try http-json --instance-configuration @weather.json --set 'parameters={"latitude":52,"longitude":13}'
  $ trellis try http-json --instance-configuration @weather.json --answer current=answer.json`,
    )
    .action(run(tryOut));
}

async function tryOut({ printer, trellis }: Context, type: string, options: TryOptions) {
  const connectors = await readConnectors(trellis);
  const connector = connectors.find(({ type_id }) => type_id === type);
  if (!connector) {
    const types = connectors.map(({ type_id }) => type_id).join(', ');
    throw notFoundError(`Unknown connector ${type}.`, `Known connectors: ${types}.`);
  }
  const { configuration, set, instanceConfiguration, instanceSet, answer, via } = options;
  const body = {
    connector_type_id: type,
    instance_configuration: await documentOf(connector.instance_configuration_schema, {
      document: instanceConfiguration,
      set: instanceSet,
    }),
    client_configuration: await documentOf(connector.client_configuration_schema, {
      document: configuration,
      set,
    }),
    ...(via !== undefined && { via }),
    ...(answer && { answers: await Promise.all(answer.map(readAnswer)) }),
  };
  const { data } = await trellis.post('/connectors/try', { body });
  if (printer.json) printer.value(data);
  else show(printer, data);
  const { error } = data;
  if (error) throw new CliError(error.detail, exitCodes.failed, error.advice);
}

async function documentOf(
  schema: Record<string, unknown>,
  { document, set = [] }: { document?: string | undefined; set?: string[] | undefined },
): Promise<Record<string, unknown>> {
  const given = document === undefined ? {} : await readDocument(document);
  return set.length === 0 ? given : { ...given, ...(await readAssignments(schema, set)) };
}

function show(printer: Printer, trial: Trial): void {
  const { error, warnings, found, devices, requests, explanation } = trial;
  printer.lines([
    ...(error ? [] : [found === 1 ? '1 device' : `${found} devices`]),
    ...devices.map(({ title, connector_thing_id: id }) => `  ${safeLine(`${title} (${id})`)}`),
    ...warnings.map(({ detail }) => `  Warning: ${safeLine(detail)}`),
    ...requests.map(({ method, address, status, error }) =>
      safeLine(`  ${method} ${address}  ${error ?? status ?? ''}`),
    ),
  ]);
  if (explanation) showExplanation(printer, explanation);
}

/** How much of a value is shown (characters); `--json` shows more. */
const maxSample = 60;

function showExplanation(printer: Printer, { paths, stopped }: Explanation): void {
  printer.lines(['']);
  printer.table(paths, [
    { title: 'PART', text: ({ at }) => at, min: 20 },
    { title: 'PATH', text: ({ path }) => path, leaveOut: 2, min: 12 },
    { title: 'FOUND', text: ({ found, applied }) => `${found} in ${applied}` },
    { title: 'VALUES', text: valuesOf, leaveOut: 1, min: 12 },
  ]);
  if (stopped) {
    printer.lines(['', printer.colors.red(safeLine(`Stopped at ${stopped.at}: ${stopped.why}`))]);
  }
}

const valuesOf = ({ sample, existing }: Explanation['paths'][number]): string =>
  existing
    ? `${existing.path} has ${existing.members.join(', ') || 'no members'}`
    : sample.join(', ').slice(0, maxSample);
