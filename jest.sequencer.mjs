import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Projects whose files take longest, most of all those of the lab. They start first, so that none is left for the end. */
const longest = ['lab', 'e2e', 'tools'];

/** Starts files in the order of their former durations, and those that have never run by project and size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ duration, context: { config } }) => {
      const index = longest.indexOf(relative(import.meta.dirname, config.rootDir));
      return duration !== undefined || index < 0 ? longest.length : index;
    };
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
