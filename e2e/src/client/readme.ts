import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const readExamples = (): string[] =>
  [...readFileSync(`${root}/libs/client/README.md`, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code]) => code!,
  );

/** Type-checks and runs examples as one module. Returns their output. */
export function runExamples(examples: string[], address: string, environment: object): string {
  const folder = mkdtempSync(join(root, 'e2e/.readme-'));
  const run = (...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', ...environment };
    const options = { cwd: root, env, encoding: 'utf8', timeout: 120_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    return stdout;
  };
  try {
    const code = [...examples, 'process.exit(0);', ''].join('\n');
    const file = join(folder, 'readme.ts');
    writeFileSync(file, code.replaceAll('http://localhost:3000', address));
    const configuration = { extends: '../tsconfig.json', files: ['readme.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...configuration, include: [] }));
    run('node_modules/typescript-native/bin/tsc', '--project', folder);
    return run('--conditions=@trellis/source', '--import', 'tsx', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
