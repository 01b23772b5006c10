import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { createCommand } from './command-line.js';
import { findCircles } from './structure/circles.js';

/** Checks more strictly than dependency-cruiser's own rules: a folder and a file may not be a circle. */
createCommand('npm run lint:structure --', 'Finds circular imports of files and folders.').parse();

const { options } = await extractConfiguration('./.dependency-cruiser.mjs');
const { output } = await cruise(['apps', 'libs', 'tools', 'e2e', 'bench'], options);
const imports = new Map(
  (output as ICruiseResult).modules.map(({ source, dependencies }) => [
    source,
    dependencies.map(({ resolved }) => resolved),
  ]),
);
if (imports.size === 0) throw new Error('No file was found.');

const circles = findCircles(imports);
process.stderr.write(circles.map((members) => `circle: ${members.join(' ↔ ')}\n`).join(''));
process.exit(circles.length > 0 ? 1 : 0);
