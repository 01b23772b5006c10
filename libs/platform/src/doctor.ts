import type { z } from 'zod';
import { withTimeout } from './concurrency/timing.js';
import { ConfigurationError, readConfiguration } from './configuration.js';
import { createRedaction, secretsOf } from './logging/redaction.js';

/** What an examination has found: what is examined, what it is like, and how to mend it if it is wrong. */
interface Finding {
  what: string;
  found: string;
  remedy?: string;
}

interface DoctorOptions<Schema extends z.ZodObject> {
  /** The name of the service. */
  name: string;
  configuration: Schema;
  /** Examinations, by what they examine; one that fails is a finding. */
  examine: Record<string, (configuration: z.output<Schema>) => Promise<Finding[]>>;
}

/** How long one examination may take (ms). */
const timeoutMs = 15_000;

/**
 * Examines what a service needs, prints a line for each finding with the remedy below it, and ends: with 0
 * when nothing is wrong, with 1 when something is, and with 2 when the configuration is invalid. It changes
 * nothing.
 */
export async function runDoctor<Schema extends z.ZodObject>(
  { name, configuration: schema, examine }: DoctorOptions<Schema>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<never> {
  const print = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  const show = ({ what, found, remedy }: Finding) =>
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
    for (const [what, run] of Object.entries(examine)) {
      const findings = await withTimeout(run(configuration), timeoutMs).catch((error: unknown) => [
        {
          what,
          found: `It could not be examined: ${redact((error as Error).message.split('\n').at(-1)!)}`,
          remedy: 'Mend what is wrong above, and examine it again.',
        },
      ]);
      findings.forEach(show);
      isWrong ||= findings.some(({ remedy }) => remedy !== undefined);
    }
    return process.exit(isWrong ? 1 : 0);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const remedy = 'docs/configuration.md lists the variables.';
    show({ what: 'configuration', found: error.message, remedy });
    return process.exit(2);
  }
}
