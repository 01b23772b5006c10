import { visibility, type Visibility } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../http/hrefs.js';
import { reference } from './reference.js';

const reasons = visibility.shape.reasons.meta({
  description:
    '`owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit.',
});

/** A subject that sees a unit. */
export const seeingSubject = reference.extend({ reasons }).meta({ id: 'SeeingSubject' });

/** A unit that a subject sees. */
export const visibleUnit = reference.extend({ reasons }).meta({ id: 'VisibleUnit' });

export const seeingSubjectToJson = (
  { id, reasons }: Visibility,
  hrefs: Hrefs,
): z.output<typeof seeingSubject> => ({ href: hrefs.subject(id), reasons });

export const visibleUnitToJson = (
  { id, reasons }: Visibility,
  hrefs: Hrefs,
): z.output<typeof visibleUnit> => ({ href: hrefs.unit(id), reasons });
