import type { Command } from 'commander';
import { checkAccess } from '../checks/access.js';
import { checkCallback } from '../checks/callback.js';
import { checkClients } from '../checks/clients.js';
import { checkDeployment } from '../checks/deployment.js';
import type { Check } from '../checks/check.js';
import { checkQuotas } from '../checks/quotas.js';
import { CliError } from '../output/exit-codes.js';
import { describeFailure } from '../output/failure.js';
import { safeLine } from '../output/safe-text.js';
import { wrapText } from '../output/wrap.js';
import type { Context, Run } from '../session/context.js';

export function registerDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('diagnose problems, from the network to the clients, and suggest fixes')
    .addHelpText('after', '\nThe exit code is 1 if a check fails.')
    .action(run(doctor));
}

const marks = { ok: '✓', warning: '!', wrong: '✗' } as const;

async function doctor({ printer, session }: Context): Promise<void> {
  const opened = await session();
  const found: Check[] = [];
  const report = (checks: Check[]) => {
    found.push(...checks);
    if (printer.json) return;
    const { green, yellow, red } = printer.colors;
    const color = { ok: green, warning: yellow, wrong: red };
    for (const { what, state, detail, remedy } of checks) {
      const text = wrapText(`${what}: ${safeLine(detail)}`, printer.width - 2);
      const [first, ...rest] = text.map((line, index) => (index === 0 ? line : `  ${line}`));
      printer.lines([`${color[state](marks[state])} ${first}`, ...rest]);
      if (!remedy) continue;
      printer.lines(wrapText(safeLine(remedy), printer.width - 4).map((line) => `    ${line}`));
    }
  };
  report(await checkDeployment(opened.url));
  const isReached = found.every(({ what, state }) => what !== 'Address' || state !== 'wrong');
  if (isReached) {
    report(await checkAccess(opened));
    const isAllowed = found.every(({ what, state }) => what !== 'Access' || state !== 'wrong');
    const rest = isAllowed ? [checkClients, checkCallback, checkQuotas] : [];
    for (const check of rest) report(await check(opened).catch(failedCheck));
  }
  if (printer.json) printer.value(found);
  const wrong = found.filter(({ state }) => state === 'wrong').length;
  if (wrong > 0) throw new CliError(wrong === 1 ? '1 check failed.' : `${wrong} checks failed.`);
}

function failedCheck(error: unknown): Check[] {
  const [detail, ...rest] = describeFailure(error).lines;
  return [{ what: 'Check', state: 'wrong', detail: detail!, remedy: rest.join(' ') }];
}
