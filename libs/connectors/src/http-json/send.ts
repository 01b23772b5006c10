import { Rejected } from '@trellis/connector-sdk';
import { jsonOf } from './answer.js';
import type { Command as Template } from './description/requests.js';
import { rulesOf } from './failures.js';
import type { Remote } from './remote.js';
import type { Variables } from './template.js';

export interface Command {
  template: Template;
  variables: Readonly<Record<string, unknown>>;
}

export async function send(remote: Remote, command: Command): Promise<unknown> {
  const { method, path, headers, body, body_as, answer_as, output } = command.template;
  const rules = rulesOf(command.template, remote.description.failures);
  const variables = await withExpression(remote, command);
  const url = remote.addressOf(path, scalarsIn(variables));
  const answer = await remote.send({
    ...{ method, url, headers, body, body_as, answer_as, variables, rules },
    isCommand: true,
  });
  // A write may be answered with nothing.
  if (output === undefined || !answer || answer.text.trim() === '') return undefined;
  const { compiled, budget, guard } = remote;
  const [found] = compiled.path(output).select(jsonOf(answer), { budget });
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
