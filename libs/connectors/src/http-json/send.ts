import { Rejected } from '@trellis/connector-sdk';
import type { Command as Template } from './description/requests.js';
import { jsonOf, type Remote } from './remote.js';
import type { Variables } from './template.js';

export interface Command {
  template: Template;
  variables: Readonly<Record<string, unknown>>;
}

export async function send(remote: Remote, command: Command): Promise<unknown> {
  const { method, path, headers, body, error, output } = command.template;
  const { token_refused: tokenRefused } = command.template;
  const variables = await withExpression(remote, command);
  const url = remote.addressOf(path, scalarsIn(variables));
  const answer = await remote.send({ method, url, headers, body, variables, tokenRefused });
  // A write may be answered with nothing.
  if ((error === undefined && output === undefined) || answer.text.trim() === '') return undefined;
  const root = jsonOf(answer);
  const { compiled, budget, guard } = remote;
  const at = (one: string) => compiled.path(one).select(root, { budget })[0];
  const failure = error === undefined ? undefined : at(error);
  if (failure !== undefined && failure !== null) {
    throw new Rejected('The API refuses the value or input.');
  }
  const found = output === undefined ? undefined : at(output);
  return guard.reveals(found) ? undefined : found;
}

/** Returns the variables of a command, with `value` converted by the expression. */
async function withExpression(
  { compiled, budget }: Remote,
  { template: { expression }, variables }: Command,
): Promise<Command['variables']> {
  if (expression === undefined) return variables;
  const value = await compiled.expression(expression).evaluate(variables.value, { budget });
  if (value === undefined) throw new Rejected('The API has nothing for this value or input.');
  return { ...variables, value };
}

const scalarsIn = (variables: Readonly<Record<string, unknown>>): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([, value]) => typeof value !== 'object'),
  ) as Variables;
