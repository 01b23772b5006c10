import { readFileSync } from 'node:fs';
import { createCommand, end } from './command-line.js';
import { findingsIn, type Finding } from './style/findings.js';
import { isForTests, sourceFiles } from './style/sources.js';

/** How many forced casts the product may have. */
const maxCasts = 15;

const { strict } = createCommand(
  'npm run lint:prose --',
  'Finds doc comments, names and casts that CONTRIBUTING.md rules out, and prints them by folder.',
)
  .option('--strict', 'end with 1 if there are any', false)
  .parse()
  .opts<{ strict: boolean }>();

const findings = sourceFiles(/\.(tsx?|mts|mjs)$/).flatMap((file) =>
  findingsIn(file, readFileSync(file, 'utf8')).map((finding) => ({ file, ...finding })),
);
const prose = findings.filter(({ kind }) => kind !== 'cast');
const casts = findings.filter(({ kind, file }) => kind === 'cast' && !isForTests(file));

printByFolder(prose);
if (casts.length > maxCasts) printByFolder(casts);
process.stdout.write(
  `${prose.length} findings in doc comments and names; ${casts.length} casts of at most ${maxCasts}\n`,
);
await end(strict && (prose.length > 0 || casts.length > maxCasts) ? 1 : 0);

function printByFolder(found: (Finding & { file: string })[]): void {
  const folderOf = ({ file }: { file: string }) => file.split('/').slice(0, -1).join('/');
  for (const folder of new Set(found.map(folderOf))) {
    process.stdout.write(`\n${folder}\n`);
    for (const finding of found.filter((one) => folderOf(one) === folder)) {
      const { file, line, kind, text } = finding;
      process.stdout.write(`  ${file}:${line} ${kind}: ${text.split('\n')[0]}\n`);
    }
  }
}
