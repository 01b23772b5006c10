import { statement } from '@trellis/database';
import { kinds, sortedPart } from '../../ordered/sort.js';
import { visibleThingSql } from '../../visibility/rules.js';

/**
 * Finds the things that the caller sees by their titles, by the index of folded titles; a title that several things have
 * finds none. $1 developer, $2 subject or null, $3 titles.
 */
export const findThingsByTitle = statement<{ title: string; id: string }>(
  'models.things_by_title',
  `SELECT coalesce(thing.own_title, thing.title) AS title, min(thing.id::text) AS id
  FROM things thing
  WHERE thing.developer = $1 AND ${visibleThingSql('thing', '$2')}
    AND coalesce(thing.own_title, thing.title) = ANY($3::text[])
    AND ${sortedPart(kinds.things.label('thing'))} = ANY(ARRAY(
      SELECT ${sortedPart('fold_text(wanted)')} FROM unnest($3::text[]) AS wanted
    ))
  GROUP BY 1 HAVING count(*) = 1`,
);
