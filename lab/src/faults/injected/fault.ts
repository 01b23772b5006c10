import type { Random } from '../random.js';
import type { System } from '../../system/system.js';

/** Something that fails, and that ends. */
export interface Fault {
  name: string;
  /** Whether this system can be made to fail so. */
  isPossible?(system: System): boolean;
  /** Whether requests may go unanswered, because they have nowhere to go. */
  silencesGateway?: boolean;
  /** Begins it; the function that is returned ends it. */
  begin(system: System, random: Random): Promise<() => Promise<void>>;
}
