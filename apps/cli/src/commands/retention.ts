import type { components } from '@trellis/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Context, Run } from '../session/context.js';

type Retention = components['schemas']['Retention'];

/** Commander does not pass `null` on. */
type Chosen = number | 'default';

interface RetentionOptions {
  history?: Chosen;
  activity?: Chosen;
}

export function registerRetention(program: Command, run: Run): void {
  program
    .command('retention')
    .description('show or choose for how many days past values and activity are shown')
    .addOption(
      daysOption('--history <days>', 'of past values; `default` for those of the installation'),
    )
    .addOption(daysOption('--activity <days>', 'of the activity of clients, or `default`'))
    .action(run(retention));
}

const daysOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string): Chosen => {
    if (text === 'default') return text;
    if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
    throw new InvalidArgumentError('It must be a number of days, or `default`.');
  });

const toBody = (days: Chosen): number | null => (days === 'default' ? null : days);

async function retention(
  { printer, trellis }: Context,
  { history, activity }: RetentionOptions,
): Promise<void> {
  const body = {
    ...(history !== undefined && { history_days: toBody(history) }),
    ...(activity !== undefined && { activity_days: toBody(activity) }),
  };
  const { data } =
    Object.keys(body).length === 0
      ? await trellis.get('/retention')
      : await trellis.patch('/retention', { body });
  printer.details(data, [
    ['History', daysOf(data, 'history_days')],
    ['Activity', daysOf(data, 'activity_days')],
  ]);
}

function daysOf({ installation, ...chosen }: Retention, name: keyof Retention['installation']) {
  const days = chosen[name];
  const most = `${installation[name]} days`;
  return days === null || days >= installation[name] ? most : `${days} of ${most}`;
}
