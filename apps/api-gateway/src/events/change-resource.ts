import { changeKind, failureCode, type Change, type ChangeKind } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';
import { reference } from '../resources/reference.js';

/** A resource that has changed, or with which a unit is linked: its address, and its id as it shows itself. */
const identified = reference.extend({ id: z.string() });

export const changeResource = z
  .strictObject({
    id: z.string().describe('The position of the change: a `cursor` after it.'),
    time: z.iso.datetime(),
    kind: changeKind,
    resource: identified,
    parent: identified.optional().describe('With which the unit is linked, or is not any more.'),
    thing: identified.optional(),
    subject: identified.optional(),
    error: z.object({ code: failureCode }).optional(),
  })
  .meta({ id: 'Change' });

export const changePage = z
  .strictObject({
    changes: z.array(changeResource),
    cursor: z.string().describe('Where to continue.'),
    more: z.boolean().describe('Whether there may be more at once.'),
  })
  .meta({ id: 'Changes' });

const links = { parents: 'parent', things: 'thing', subjects: 'subject' } as const;

/** Of things, ids are URNs, as in Thing Descriptions. */
const thingOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.thing(id), id: `urn:uuid:${id}` });
const unitOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.unit(id), id });
const subjectOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.subject(id), id });
const clientOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.client(id), id });

function resourceOf(kind: ChangeKind, id: string, hrefs: Hrefs) {
  if (kind.startsWith('unit_')) return unitOf(id, hrefs);
  if (kind.startsWith('thing_')) return thingOf(id, hrefs);
  return kind === 'subject_created' ? subjectOf(id, hrefs) : clientOf(id, hrefs);
}

const otherOf = { parents: unitOf, things: thingOf, subjects: subjectOf };

export function changeToJson(
  { cursor, time, kind, id, relation, other, error }: Change,
  hrefs: Hrefs,
): z.output<typeof changeResource> {
  const known = changeKind.parse(kind);
  return {
    id: cursor,
    time,
    kind: known,
    resource: resourceOf(known, id, hrefs),
    ...(relation && { [links[relation]]: otherOf[relation](other!, hrefs) }),
    ...(error && { error: { code: error } }),
  };
}
