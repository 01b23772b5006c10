import { readFileSync } from 'node:fs';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { registerActivity } from './commands/activity.js';
import { registerAgents } from './commands/agents.js';
import { registerAlerts } from './commands/alerts.js';
import { registerApi } from './commands/api.js';
import { registerApps } from './commands/apps.js';
import { registerAudit } from './commands/audit.js';
import { registerBranding } from './commands/branding.js';
import { registerClients } from './commands/clients.js';
import { registerConnect } from './commands/connect.js';
import { registerDeliveries } from './commands/deliveries.js';
import { registerDoctor } from './commands/doctor.js';
import { registerEnvironments } from './commands/environments.js';
import { registerEvents } from './commands/events.js';
import { registerInstances } from './commands/instances.js';
import { registerLogin } from './commands/login.js';
import { registerRetention } from './commands/retention.js';
import { registerMembers } from './commands/members.js';
import { registerOrganizations } from './commands/organizations.js';
import { registerScenes } from './commands/scenes.js';
import { registerAttributes } from './commands/attributes.js';
import { registerSignIn } from './commands/sign-in.js';
import { registerSubjects } from './commands/subjects.js';
import { registerSubscriptions } from './commands/subscriptions.js';
import { registerThings } from './commands/things.js';
import { registerTry } from './commands/try.js';
import { registerUnits } from './commands/units.js';
import { registerUsage } from './commands/usage.js';
import { exitCodesText } from './output/failure.js';
import { createRun, createRunLocal } from './session/context.js';

const completionHelp = `
Load it when the shell starts:
  bash  echo 'source <(trellis completion bash)' >> ~/.bashrc
  zsh   echo 'source <(trellis completion zsh)' >> ~/.zshrc
  fish  trellis completion fish > ~/.config/fish/completions/trellis.fish`;

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Creates the command line. `signal` is aborted when the user interrupts it. */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('trellis')
    .description('Work with a deployment of Trellis.')
    .version(version)
    .option('--profile <name>', 'use the credentials of this profile')
    .option('--subject <id>', 'act for this end user')
    .option('--json', 'print JSON')
    .option('--no-color', 'print without colors')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', `\n${exitCodesText}`);
  const runLocal = createRunLocal(signal);
  const run = createRun(runLocal);
  registerLogin(program, run, runLocal);
  registerConnect(program, run);
  registerTry(program, run);
  registerBranding(program, run);
  registerInstances(program, run);
  registerClients(program, run);
  registerThings(program, run);
  registerUnits(program, run);
  registerScenes(program, run);
  registerSubjects(program, run);
  registerAttributes(program, run);
  registerEvents(program, run);
  registerSubscriptions(program, run);
  registerAgents(program, run);
  registerActivity(program, run);
  registerAlerts(program, run);
  registerApps(program, run);
  registerDeliveries(program, run);
  registerAudit(program, run);
  registerUsage(program, run);
  registerRetention(program, run);
  registerSignIn(program, runLocal);
  registerOrganizations(program, runLocal);
  registerEnvironments(program, runLocal);
  registerMembers(program, runLocal);
  registerDoctor(program, run);
  registerApi(program, run);
  tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('print a shell completion script')
    .addHelpText('after', completionHelp);
  return program;
}
