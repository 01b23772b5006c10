import type { Tool } from '../tool.js';
import { changeTools } from './changes.js';
import { clientTools } from './clients.js';
import { historyTools } from './history.js';
import { interactionTools } from './interactions.js';
import { thingTools } from './things.js';
import { unitTools } from './units.js';

/** The tools, in the order in which agents see them. */
export const tools: readonly Tool[] = [
  ...thingTools,
  ...historyTools,
  ...interactionTools,
  ...unitTools,
  ...clientTools,
  ...changeTools,
];
