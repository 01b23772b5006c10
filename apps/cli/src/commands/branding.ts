import type { Command } from 'commander';
import type { Context, Run } from '../session/context.js';

interface BrandingOptions {
  name?: string;
  color?: string;
}

export function registerBranding(program: Command, run: Run): void {
  program
    .command('branding')
    .description('show or set in whose name end users connect technologies (connect --link)')
    .option('--name <name>', 'the name of the app')
    .option('--color <color>', 'its color, such as #0b6bcb')
    .action(run(branding));
}

async function branding(
  { printer, trellis: open }: Context,
  { name, color }: BrandingOptions,
): Promise<void> {
  const trellis = await open();
  if (name === undefined && color === undefined) {
    const { data } = await trellis.get('/connect/branding');
    if (printer.json) return printer.value(data);
    return printer.details([
      ['Name', data.name],
      ['Color', data.color],
    ]);
  }
  // Both are set at once: what is not given stays as it is.
  const before = name === undefined ? (await trellis.get('/connect/branding')).data : { name };
  const body = { ...before, ...(color !== undefined && { color }) };
  await trellis.put('/connect/branding', { body });
  printer.note('It is set.');
}
