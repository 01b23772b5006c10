import { Budget, Misconfigured, Unavailable, type SharedBudget } from '@trellis/connector-sdk';

/** The poll reached a limit; what was not read stays as it is. */
export class CutShort extends Unavailable {
  constructor(message: string) {
    super(message, { cause: 'too_much_to_read' });
  }
}

type WorkKind = 'steps' | 'requests' | 'bytes';
export type PollBudget = Budget<WorkKind>;

/** The limits of one poll or command. The steps of paths and expressions take two to three seconds of a core. */
const limits = { steps: 5_000_000, requests: 200, bytes: 16 * 1024 * 1024 };

export const tooManyBytes = () =>
  new CutShort(`A poll reads at most ${limits.bytes.toLocaleString('en')} bytes.`);

const failures: Record<WorkKind, () => Error> = {
  steps: () =>
    new Misconfigured(
      'The paths or expressions of the description take too long on these answers.',
      { cause: 'description_invalid' },
    ),
  requests: () => new CutShort(`A poll sends at most ${limits.requests} requests.`),
  bytes: tooManyBytes,
};

export const createPollBudget = (steps = limits.steps, within?: SharedBudget): PollBudget =>
  new Budget({
    limits: { ...limits, steps },
    atOnce: { steps: 1_000_000 },
    timeMs: 20_000,
    refuse: (kind) => failures[kind](),
    within,
  });
