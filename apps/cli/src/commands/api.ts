import type { Command } from 'commander';
import { readBody } from '../input/value.js';
import { usageError } from '../output/failure.js';
import { safeText } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

interface ApiOptions {
  body?: string;
}

export function registerApi(program: Command, run: Run): void {
  program
    .command('api <method> <path>')
    .description('send a request to the interface, and print its answer')
    .option('--body <json>', 'the body as JSON, @<file>, or - for standard input')
    .addHelpText(
      'after',
      `
Examples:
  $ trellis api GET '/things?capability=light'
  $ trellis api PATCH /units/7c9e6679-7425-40de-944b-e07fc1f90ae7 --body '{"name":"Kitchen"}'`,
    )
    .action(run(send));
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function send(
  { printer, trellis, signal }: Context,
  given: string,
  path: string,
  { body }: ApiOptions,
): Promise<void> {
  const method = given.toUpperCase();
  if (!methods.includes(method)) throw usageError(`${given} is not one of ${methods.join(', ')}.`);
  if (!path.startsWith('/')) throw usageError(`The path ${path} does not begin with a slash.`);
  const answer = await trellis.fetch(path.replace(/^\/api\/v1(?=\/)/, ''), {
    method,
    signal,
    ...(body !== undefined && {
      body: await readBody(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (/[/+]json$/.test(answer.headers.get('content-type')?.split(';')[0] ?? '')) {
    return printer.value(await answer.json());
  }
  // Event streams and exports are printed as they arrive.
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    process.stdout.write(safeText(decoder.decode(chunk, { stream: true })));
  }
}
