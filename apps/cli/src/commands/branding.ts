import type { Command } from 'commander';
import type { Context, Run } from '../session/context.js';

export function registerBranding(program: Command, run: Run): void {
  program
    .command('branding')
    .description('show or set the name and color of the connect page (connect --link)')
    .option('--name <name>', 'name of the app')
    .option('--color <color>', 'color of the app, such as #0b6bcb')
    .action(run(branding));
}

async function branding(
  { printer, trellis }: Context,
  { name, color }: { name?: string; color?: string },
): Promise<void> {
  if (name === undefined && color === undefined) {
    const { data } = await trellis.get('/connect/branding');
    return printer.details(data, [
      ['Name', data.name],
      ['Color', data.color],
    ]);
  }
  // The interface replaces both at once.
  const before = name === undefined ? (await trellis.get('/connect/branding')).data : { name };
  const body = color === undefined ? before : { ...before, color };
  await trellis.put('/connect/branding', { body });
  printer.note('Branding updated.');
}
