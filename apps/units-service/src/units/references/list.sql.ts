import type { Relation } from '@trellis/contracts';
import { callsSql, onResource, pageOfList } from '../../batches/calls.js';
import { pagesOfIds } from '../../batches/page-of-ids.js';
import { visibleThingSql } from '../../visibility/things.js';
import { joinUnitSql, visibleUnitSql } from '../../visibility/units.js';

const call = callsSql({ ...onResource, ...pageOfList });

const pages = (relation: Relation, entry: string, from: string) =>
  pagesOfIds(`units.references.${relation}`, {
    from: `${call} ${joinUnitSql}`,
    list: `SELECT ${entry} AS id, link.key FROM ${from} AND link.key > call.after`,
  });

/**
 * Lists references of units, by relation: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages.
 */
export const listReferencesOf: Record<Relation, ReturnType<typeof pages>> = {
  things: pages(
    'things',
    'thing.id',
    `unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', 'call.subject')}`,
  ),
  children: pages(
    'children',
    'child.id',
    `unit_links link JOIN units child ON child.key = link.child_key
    WHERE link.parent_key = unit.key AND ${visibleUnitSql('child', 'call.subject')}`,
  ),
  parents: pages(
    'parents',
    'parent.id',
    `unit_links link JOIN units parent ON parent.key = link.parent_key
    WHERE link.child_key = unit.key AND ${visibleUnitSql('parent', 'call.subject')}`,
  ),
  subjects: pages('subjects', 'link.subject', 'unit_subjects link WHERE link.unit_key = unit.key'),
};
