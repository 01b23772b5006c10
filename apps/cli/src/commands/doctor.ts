import type { Command } from 'commander';
import {
  checkAccess,
  checkCallback,
  checkClients,
  checkQuotas,
  failedCheck,
} from '../checks/account.js';
import { checkAgents } from '../checks/agents.js';
import type { Check } from '../checks/check.js';
import { checkDeployment } from '../checks/deployment.js';
import { CliError } from '../output/failure.js';
import { safeLine, wrapText } from '../output/text.js';
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
  report(await checkDeployment(session.url));
  const isReached = found.every(({ what, state }) => what !== 'Address' || state !== 'wrong');
  if (isReached) {
    report(await checkAccess(session));
    const isAllowed = found.every(({ what, state }) => what !== 'Access' || state !== 'wrong');
    const rest = isAllowed ? [checkClients, checkAgents, checkCallback, checkQuotas] : [];
    for (const check of rest) {
      report(await check(session).catch((error: unknown) => [failedCheck('Check', error)]));
    }
  }
  if (printer.json) printer.value(found);
  const wrong = found.filter(({ state }) => state === 'wrong').length;
  if (wrong > 0) throw new CliError(wrong === 1 ? '1 check failed.' : `${wrong} checks failed.`);
}
