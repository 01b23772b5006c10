import type { CheckResult } from '@trellis/contracts';
import type { z } from 'zod';
import { withTimeout } from './concurrency/timing.js';
import { ConfigurationError, readConfiguration } from './configuration.js';
import { createRedaction, secretsOf } from './logging/redaction.js';

interface ChecksOptions<Schema extends z.ZodObject> {
  /** Name of the service. */
  name: string;
  configuration: Schema;
  /** Checks by subject. A check that throws counts as failed. */
  checks: Record<string, (configuration: z.output<Schema>) => Promise<CheckResult[]>>;
}

/** Timeout of a check (ms). */
const timeoutMs = 15_000;

/**
 * Checks everything that a service needs, prints a line for each result with the remedy below it, and exits: with 0
 * when nothing is wrong, with 1 when something is, and with 2 when the configuration is invalid. It changes nothing.
 */
export async function runChecks<Schema extends z.ZodObject>(
  { name, configuration: schema, checks }: ChecksOptions<Schema>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<never> {
  const print = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  const show = ({ what, found, remedy }: CheckResult) =>
    print(
      remedy === undefined
        ? `ok     ${what}: ${found}`
        : `WRONG  ${what}: ${found}\n       ${remedy}`,
    );
  try {
    const configuration = readConfiguration(schema, environment);
    show({ what: 'configuration', found: 'It is valid.' });
    const redact = createRedaction(secretsOf(configuration));
    let isWrong = false;
    for (const [what, check] of Object.entries(checks)) {
      const results = await withTimeout(check(configuration), timeoutMs).catch((error: Error) => [
        {
          what,
          found: `The check failed: ${redact(error.message.split('\n').at(-1)!)}`,
          remedy: 'Repair what is wrong above, and check again.',
        },
      ]);
      results.forEach(show);
      isWrong ||= results.some(({ remedy }) => remedy !== undefined);
    }
    return process.exit(isWrong ? 1 : 0);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const remedy = 'docs/configuration.md lists the variables.';
    show({ what: 'configuration', found: error.message, remedy });
    return process.exit(2);
  }
}
