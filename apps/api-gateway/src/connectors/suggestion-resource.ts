import { room, type Room } from '@trellis/contracts';
import type { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';
import { references, toReferences } from '../resources/reference.js';

/** A room of the remote technology, as a suggestion for a unit. */
export const unitSuggestionResource = room
  .extend({
    id: room.shape.id.describe('The id of the room in the remote technology.'),
    parent: room.shape.parent.describe('The id of the room that contains it.'),
    things: references,
  })
  .meta({ id: 'UnitSuggestion' });

export const unitSuggestionToJson = (
  { things, ...room }: Room,
  hrefs: Hrefs,
): z.output<typeof unitSuggestionResource> => ({
  ...room,
  things: toReferences(things, hrefs.thing),
});
