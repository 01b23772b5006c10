import { setTimeout as wait } from 'node:timers/promises';
import type { Trellis } from '@trellis/client';
import { Option, type Command } from 'commander';
import { askText } from '../input/prompts.js';
import type { Schema } from '@trellis/schema-form';
import { completeConfiguration, readAssignments } from '../input/configuration.js';
import { collect, readDocument, wholeNumber } from '../input/value.js';
import { adviceFor, readClient, type Client } from '../lookup/clients.js';
import { readConnectors, type Connector } from '../lookup/connectors.js';
import { idOf } from '../lookup/ids.js';
import { firstOf, readEach } from '../lookup/pages.js';
import type { ThingValues } from '../lookup/things.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import { safeLine, safeText } from '../output/safe-text.js';
import { shortValues } from '../output/values.js';
import type { Context, Run } from '../session/context.js';
import { printLink, type LinkOptions } from './connect-link.js';
import { readInstance, type Instance } from './instances.js';

interface ConnectOptions extends LinkOptions {
  link?: boolean;
  set?: string[];
  configuration?: string;
  instanceSet?: string[];
  instanceConfiguration?: string;
  name?: string;
  timeout: number;
}

export function registerConnect(program: Command, run: Run): void {
  program
    .command('connect [type]')
    .description('connect an end user (--subject) to a technology; without a type, show the types')
    .option('--set <name=value>', 'a member of the configuration; @file reads it', collect)
    .option('--configuration <json>', 'the configuration as JSON, @file or - (standard input)')
    .option('--instance-set <name=value>', 'a member of the configuration of the instance', collect)
    .option('--instance-configuration <json>', 'that configuration as JSON, @file or -')
    .option('--name <name>', 'name of the client, where the end user may have several')
    .option('--timeout <seconds>', 'how long to wait for the things', wholeNumber, 300)
    .option('--link', 'print an address at which the end user connects it, or any, by itself')
    .option('--return-url <url>', 'with --link: where the end user goes in the end')
    .option('--subject-name <name>', 'with --link: who the end user is, as the page shows it')
    .addOption(new Option('--language <language>', 'with --link').choices(['en', 'de']))
    .option('--expires-in <seconds>', 'with --link: how long it is valid', wholeNumber)
    .addHelpText(
      'after',
      `
What is missing is asked for, secrets without showing them. On the command line others can see
them: give secrets by @file. The first client of a type makes the instance, too.

Examples:
  $ trellis connect
  $ trellis connect philips-hue --subject alice
  $ trellis connect philips-hue --subject alice --link
  $ trellis connect simulator --subject alice --set devices=5 --instance-set application_key=any`,
    )
    .action(run(connect));
}

async function connect(
  context: Context,
  type: string | undefined,
  options: ConnectOptions,
): Promise<void> {
  const trellis = await context.trellis();
  const connectors = await readConnectors(trellis);
  if (type === undefined) {
    if (!options.link) return showTypes(context, connectors);
    const subject = context.options.subject ?? (await askSubject(context));
    return printLink(context, trellis.forSubject(subject), undefined, options);
  }
  const connector = connectors.find(({ type_id }) => type_id === type);
  if (!connector) {
    const types = connectors.map(({ type_id }) => type_id).join(', ');
    throw new CliError(`There is no connector ${type}.`, exitCodes.notFound, `There are ${types}.`);
  }
  const subject = context.options.subject ?? (await askSubject(context));
  const instance = await requireInstance(context, trellis, connector, options);
  const acting = trellis.forSubject(subject);
  if (options.link) return printLink(context, acting, type, options);
  const client = await createClient(context, acting, { connector, instance }, options);
  const started = await waitForThings(context, acting, client, options.timeout);
  await showThings(context, acting, started);
}

function showTypes({ printer }: Context, connectors: Connector[]): void {
  if (printer.json) return printer.value(connectors);
  printer.table<Connector>(
    [
      { title: 'TYPE', text: ({ type_id }) => type_id },
      { title: 'NAME', text: ({ name }) => name, min: 12 },
      { title: 'BY', text: (one) => one.connect?.method, leaveOut: 1 },
      { title: 'WHAT IT IS', text: ({ description }) => description, min: 20 },
    ],
    connectors,
  );
}

async function askSubject({ isInteractive }: Context): Promise<string> {
  if (isInteractive) return askText({ message: 'Id of the end user', validate: notEmpty });
  throw new CliError(
    'It is not said for whom.',
    exitCodes.usage,
    'Give the end user by --subject.',
  );
}

const notEmpty = (given: string) => (given.trim() === '' ? 'It is needed.' : undefined);

/** The instance of a connector, which is made where the account has none. */
async function requireInstance(
  context: Context,
  trellis: Trellis,
  connector: Connector,
  { instanceSet = [], instanceConfiguration }: ConnectOptions,
): Promise<Instance> {
  const { items } = await firstOf(trellis, '/connectors/instances', { limit: 0 });
  const instances = await readEach(items, ({ href }) => readInstance(trellis, href));
  const found = instances.find((one) => one.connector.href.endsWith(`/${connector.id}`));
  if (found) return found;
  context.printer.note(`The account has no instance of ${safeLine(connector.name)} yet.`);
  const configuration = await readConfiguration(context, connector.instance_configuration_schema, {
    set: instanceSet,
    document: instanceConfiguration,
  });
  const body = { connector_type_id: connector.type_id, configuration };
  const { data } = await trellis.post('/connectors/instances', { body });
  context.printer.note('It has one now.');
  return readInstance(trellis, data.id);
}

async function readConfiguration(
  { isInteractive }: Context,
  schema: Schema,
  { set, document }: { set: string[]; document: string | undefined },
) {
  const given = {
    ...(document !== undefined && (await readDocument(document))),
    ...(await readAssignments(schema, set)),
  };
  return completeConfiguration(schema, given, isInteractive && document === undefined);
}

type Steps = NonNullable<Connector['connect']>['steps'];

async function createClient(
  context: Context,
  trellis: Trellis,
  { connector, instance }: { connector: Connector; instance: Instance },
  { set = [], configuration: document, name }: ConnectOptions,
): Promise<string> {
  const { printer } = context;
  const steps = connector.connect?.steps ?? [];
  showSteps(
    context,
    steps.filter((step) => step.when === 'before'),
  );
  const schema = instance.client_configuration_schema ?? connector.client_configuration_schema;
  const configuration = await readConfiguration(context, schema, { set, document });
  const { data, response } = await trellis.post('/connectors/clients', {
    body: {
      connector_type_id: connector.type_id,
      configuration,
      ...(name !== undefined && { name }),
    },
  });
  const id = data.client_id;
  printer.note(`The client is there: ${id}`);
  const address = response.status === 303 ? response.headers.get('location') : null;
  if (address) {
    printer.note('\nThe end user opens this address in a browser, and authorizes it there:');
    printer.note(`  ${safeLine(address)}\n`);
  }
  const isNeeded = ({ unless }: Steps[number]) =>
    unless === undefined || !(unless in configuration);
  showSteps(
    context,
    steps.filter((step) => step.when === 'after' && isNeeded(step)),
  );
  return id;
}

function showSteps({ printer }: Context, steps: Steps): void {
  for (const { title, description } of steps) {
    printer.note(`${safeLine(title)}\n  ${safeText(description)}`);
  }
}

/** The time between two looks at a client (ms). */
const betweenMs = 500;

/** Waits for the first poll that succeeds. What somebody has still to do is waited for, too. */
async function waitForThings(
  { printer, signal }: Context,
  trellis: Trellis,
  id: string,
  timeoutS: number,
): Promise<Client> {
  const endsAt = performance.now() + timeoutS * 1000;
  let told: string | undefined;
  for (;;) {
    const client = await readClient(trellis, id);
    const { status, error } = client;
    if (status === 'STARTED') return client;
    // An authorization is waited for: somebody is about to give it.
    if (error && error.remedy !== 'reauthorize') {
      throw new CliError(error.detail, exitCodes.failed, adviceFor(client));
    }
    const news = error?.detail ?? 'Waiting for the first poll.';
    if (news !== told) printer.note(safeLine(news));
    told = news;
    if (performance.now() > endsAt) {
      const remedy = `It goes on by itself: trellis clients get ${id}`;
      throw new CliError(
        `It has not started within ${timeoutS} seconds.`,
        exitCodes.failed,
        remedy,
      );
    }
    await wait(betweenMs, undefined, { signal });
  }
}

async function showThings({ printer }: Context, trellis: Trellis, client: Client): Promise<void> {
  if (printer.json) return printer.value(client);
  const query = { view: 'values', client: client.id };
  const { items: things, more } = await firstOf(trellis, '/things', { limit: 100, query });
  printer.note(`Connected, with ${things.length}${more ? ' and more' : ''} things.`);
  if (things.length === 0) return;
  printer.table<ThingValues>(
    [
      { title: 'ID', text: ({ id }) => idOf(id) },
      { title: 'TITLE', text: ({ title }) => title, min: 12 },
      { title: 'VALUES', text: ({ values }) => shortValues(values), min: 12 },
    ],
    things,
  );
}
