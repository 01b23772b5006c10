import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JourneyName } from './record.js';

const page = fileURLToPath(new URL('../../../docs/architecture.md', import.meta.url));

/** The connector whose client is polled when journeys are recorded. */
const connectorType = 'simulator';

/** Returns the files of a journey that docs/architecture.md lists, in their order. */
export function documentedFiles(journey: JourneyName): string[] {
  const sections = readFileSync(page, 'utf8').split(/^#{2,3} /m);
  const section = sections.find((text) => text.startsWith(`${journey}\n`));
  if (!section) throw new Error(`docs/architecture.md has no section ${journey}.`);
  const steps = section.split(/^\d+\. /m).slice(1);
  return steps.flatMap((step) => {
    const path = /^`((?:apps|libs)\/[^`]+\.ts)`/.exec(step)?.[1];
    return path ? [path.replace('<type>', connectorType)] : [];
  });
}
