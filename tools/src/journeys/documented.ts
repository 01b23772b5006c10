import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JourneyName } from './record.js';

const page = fileURLToPath(new URL('../../../docs/architecture.md', import.meta.url));

/** The connector whose client is polled when journeys are recorded. */
const connectorType = 'simulator';

/** The files that docs/architecture.md lists for a journey, as paths below the root of the repository. */
interface DocumentedJourney {
  /** The files to read, in their order. */
  steps: string[];
  /** Files that also run, including those that every request passes. */
  others: string[];
}

/** Reads what docs/architecture.md says about a journey. */
export function documentedJourney(name: JourneyName): DocumentedJourney {
  const { steps, others } = parseSection(name);
  return { steps, others: [...others, ...parseSection('Every request').others] };
}

function parseSection(heading: string): DocumentedJourney {
  const sections = readFileSync(page, 'utf8').split(/^#{2,3} /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (!section) throw new Error(`docs/architecture.md has no section ${heading}.`);
  const journey: DocumentedJourney = { steps: [], others: [] };
  let folder = '';
  for (const [, code = ''] of section.matchAll(/`([^`]+)`/g)) {
    if (/^apps\/.*\/src$/.test(code)) folder = code;
    else if (!code.endsWith('.ts')) continue;
    else if (/^(apps|libs)\//.test(code)) journey.steps.push(code.replace('<type>', connectorType));
    else journey.others.push(`${folder}/${code}`);
  }
  return journey;
}
