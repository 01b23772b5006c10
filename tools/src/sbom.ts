import { createCommand, runCommand } from './command-line.js';
import { onlyShipped, readBom, shippedPackages } from './shipped/sbom.js';

/** Prints the software bill of materials of what the images contain besides Node.js. */
createCommand('npm run sbom --', 'Prints the packages in the images as CycloneDX (JSON).').parse();

await runCommand(async () => {
  const bom = onlyShipped(readBom(), shippedPackages());
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
});
