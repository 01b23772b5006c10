import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '@trellis/schema-form';
import { Option, type Command } from 'commander';
import {
  addConfigurationOptions,
  completeConfiguration,
  readAssignments,
  type ConfigurationOptions,
} from '../input/configuration.js';
import { askText } from '../input/prompts.js';
import { readDocument, wholeNumber } from '../input/value.js';
import {
  adviceFor,
  readClient,
  readConnectors,
  type Client,
  type Connector,
} from '../lookup/connectors.js';
import { idOf } from '../lookup/named.js';
import { firstOf, readEach } from '../lookup/pages.js';
import { CliError, exitCodes, notFoundError, usageError } from '../output/failure.js';
import { shortValues } from '../output/format.js';
import { safeLine, safeText } from '../output/text.js';
import type { Context, Run } from '../session/context.js';
import { readInstance, type Instance } from './instances.js';

interface ConnectOptions extends LinkOptions, ConfigurationOptions {
  link?: boolean;
  name?: string;
  via?: string;
  timeout: number;
}

export function registerConnect(program: Command, run: Run): void {
  const command = program
    .command('connect [type]')
    .description('connect an end user (--subject) to a technology; without a type, list the types');
  addConfigurationOptions(command)
    .option('--name <name>', 'name of the client, if the end user may have several')
    .option('--via <agent>', 'id of an agent of the end user, through which it is reached')
    .option('--timeout <seconds>', 'how long to wait for the first poll', wholeNumber, 300)
    .option('--link', 'print an address where the end user can connect')
    .option('--return-url <url>', 'with --link: where the end user returns to')
    .option('--subject-name <name>', 'with --link: name of the end user to show')
    .addOption(
      new Option('--language <language>', 'with --link: language of the page').choices([
        'en',
        'de',
      ]),
    )
    .option('--expires-in <seconds>', 'with --link: how long the address is valid', wholeNumber)
    .addHelpText(
      'after',
      `
Asks for missing members; secrets are not echoed. Pass secrets as @file, since other users can
see command lines. The first client of a type also creates the instance.

Examples:
  $ trellis connect
  $ trellis connect philips-hue --subject alice
  $ trellis connect philips-hue --subject alice --link
  $ trellis connect simulator --subject alice --set devices=5 --instance-set application_key=any`,
    )
    .action(run(connect));
}

async function connect(context: Context, type: string | undefined, options: ConnectOptions) {
  const connectors = await readConnectors(context.trellis);
  if (type === undefined && !options.link) return showTypes(context, connectors);
  const connector = connectors.find(({ type_id }) => type_id === type);
  if (type !== undefined && !connector) {
    const types = connectors.map(({ type_id }) => type_id).join(', ');
    throw notFoundError(`Unknown connector ${type}.`, `Known connectors: ${types}.`);
  }
  const subject = context.options.subject ?? (await askSubject(context));
  const acting = { ...context, trellis: context.trellis.forSubject(subject) };
  if (!connector) return printLink(acting, undefined, options);
  const instance = await requireInstance(context, connector, options);
  if (options.link) return printLink(acting, type, options);
  const client = await createClient(acting, { connector, instance }, options);
  await showThings(acting, await waitForThings(acting, client, options.timeout));
}

function showTypes({ printer }: Context, connectors: Connector[]): void {
  printer.table(connectors, [
    { title: 'TYPE', text: ({ type_id }) => type_id },
    { title: 'NAME', text: ({ name }) => name, min: 12 },
    { title: 'BY', text: (one) => one.connect?.method, leaveOut: 1 },
    { title: 'WHAT IT IS', text: ({ description }) => description, min: 20 },
  ]);
}

async function askSubject({ isInteractive }: Context): Promise<string> {
  if (isInteractive) return askText({ message: 'Id of the end user', validate: notEmpty });
  throw usageError('No end user given.', 'Use --subject <id>.');
}

const notEmpty = (given: string) => (given.trim() === '' ? 'Required.' : undefined);

/** Returns the instance of a connector. Creates it if the account has none. */
async function requireInstance(
  context: Context,
  connector: Connector,
  { instanceSet = [], instanceConfiguration }: ConnectOptions,
): Promise<Instance> {
  const trellis = context.trellis.forAccount();
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
  context.printer.note('Instance created.');
  return readInstance(trellis, data.id);
}

async function readConfiguration(
  { isInteractive }: Context,
  schema: Schema,
  { set, document }: { set: string[]; document: string | undefined },
) {
  const given = {
    ...(document === undefined ? {} : await readDocument(document)),
    ...(await readAssignments(schema, set)),
  };
  return completeConfiguration(schema, given, isInteractive && document === undefined);
}

type Steps = NonNullable<Connector['connect']>['steps'];

async function createClient(
  context: Context,
  { connector, instance }: { connector: Connector; instance: Instance },
  { set = [], configuration: document, name, via }: ConnectOptions,
): Promise<string> {
  const { printer, trellis } = context;
  const steps = connector.connect?.steps ?? [];
  showSteps(
    context,
    steps.filter((step) => step.when === 'before'),
  );
  const schema = instance.client_configuration_schema ?? connector.client_configuration_schema;
  const configuration = await readConfiguration(context, schema, { set, document });
  const { data, response } = await trellis.post('/connectors/clients', {
    body: { connector_type_id: connector.type_id, configuration, name, via },
  });
  const id = data.client_id;
  printer.note(`Client created: ${id}`);
  const address = response.status === 303 ? response.headers.get('location') : null;
  if (address) {
    printer.note('\nHave the end user open this address in a browser to authorize the client:');
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

/** Interval at which a client is read (ms). */
const pollMs = 500;

/** Waits for the first successful poll, also while the end user still has to authorize the client. */
async function waitForThings(
  { printer, signal, trellis }: Context,
  id: string,
  timeoutS: number,
): Promise<Client> {
  const endsAt = performance.now() + timeoutS * 1000;
  let shown: string | undefined;
  for (;;) {
    const client = await readClient(trellis, id);
    const { status, error } = client;
    if (status === 'STARTED') return client;
    if (error && error.remedy !== 'reauthorize') {
      throw new CliError(error.detail, exitCodes.failed, adviceFor(client));
    }
    const news = error?.detail ?? 'Waiting for the first poll.';
    if (news !== shown) printer.note(safeLine(news));
    shown = news;
    if (performance.now() > endsAt) {
      const remedy = `Trellis keeps trying: trellis clients get ${id}`;
      throw new CliError(
        `The client did not start within ${timeoutS} seconds.`,
        exitCodes.failed,
        remedy,
      );
    }
    await wait(pollMs, undefined, { signal });
  }
}

async function showThings({ printer, trellis }: Context, client: Client): Promise<void> {
  if (printer.json) return printer.value(client);
  const query = { view: 'values', client: client.id };
  const { items: things, more } = await firstOf(trellis, '/things', { limit: 100, query });
  printer.note(
    `Connected, with ${things.length}${more ? ' and more' : ''} ${things.length === 1 ? 'thing' : 'things'}.`,
  );
  if (things.length === 0) return;
  printer.table(things, [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'TITLE', text: ({ title }) => title, min: 12 },
    { title: 'VALUES', text: ({ values }) => shortValues(values), min: 12 },
  ]);
}

interface LinkOptions {
  returnUrl?: string;
  subjectName?: string;
  language?: 'en' | 'de';
  expiresIn?: number;
}

/** Prints an address where an end user connects technologies, or the one of the given type. */
async function printLink(
  { printer, trellis }: Context,
  type: string | undefined,
  { returnUrl, subjectName, language, expiresIn }: LinkOptions,
): Promise<void> {
  const body = {
    types: type === undefined ? undefined : [type],
    return_url: returnUrl,
    subject_name: subjectName,
    language,
    expires_in: expiresIn,
  };
  const { data: session } = await trellis.post('/connect/sessions', { body });
  if (printer.json) return printer.value(session);
  printer.lines([safeLine(session.href)]);
  printer.note(
    `Anyone with this address can act for the end user until ` +
      `${new Date(session.expires_at).toLocaleString()}: share it with the end user only.`,
  );
}
