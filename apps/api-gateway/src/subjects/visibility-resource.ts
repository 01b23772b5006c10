import { visibility, type Visibility } from '@trellis/contracts';
import { z } from 'zod';
import { reference } from '../resources/reference.js';

const why = {
  reasons: visibility.shape.reasons.describe(
    '`owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with ' +
      '`include=things`: things of the subject are in the unit, which does not make it see the unit.',
  ),
  sees: z
    .boolean()
    .optional()
    .describe('With `include=things`: whether the subject sees the unit.'),
};

/** A subject that sees a unit. */
export const seeingSubject = reference.extend(why).meta({ id: 'SeeingSubject' });

/** A unit that a subject sees. */
export const visibleUnit = reference.extend(why).meta({ id: 'VisibleUnit' });

/** Returns the reasons why a subject sees a unit, and whether it does where others are listed, too. */
export const reasonsToJson = ({ reasons }: Visibility, include: 'things' | undefined) => ({
  reasons,
  ...(include && { sees: reasons.some((reason) => reason !== 'has_things') }),
});
