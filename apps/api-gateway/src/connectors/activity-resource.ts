import { activity, hourOfActivity } from '@trellis/contracts';
import { z } from 'zod';

const { from, polls, failed_polls, late_polls, max_lateness_seconds, changes } =
  hourOfActivity.shape;

const hour = z.object({
  from: from.describe('When the hour begins.'),
  polls: polls.describe('Polls that the technology answered, or that failed.'),
  failed_polls: failed_polls.describe('Those that failed.'),
  late_polls: late_polls.describe('Those that began more than a minute after they were due.'),
  max_lateness_seconds: max_lateness_seconds.describe(
    'How long after it was due a poll began at most.',
  ),
  changes: changes.describe(
    'How often a thing was new or had changed, by polls and by what was heard.',
  ),
});

/** The activity of the connector clients of an account. */
export const activityResource = z
  .object({
    clients: activity.shape.clients.describe(
      'How many clients are paused, and how many of the others have which status.',
    ),
    hours: z
      .array(hour)
      .describe('The last 24 hours. The last one ends with the ten minutes that have begun.'),
  })
  .meta({ id: 'Activity' });
