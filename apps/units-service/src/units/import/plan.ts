import { Problem } from '@trellis/contracts';
import type { Ancestry, Link } from '../cycle.js';
import type { CheckedLine } from './check-line.js';
import type { ResolvedId } from './file-ids.js';
import type { Room } from './room.js';

/** What is known about the units and things that lines name. */
export interface Known {
  /** Of each id in the file. */
  units: ReadonlyMap<string, ResolvedId>;
  /** The keys of things by their ids. */
  things: ReadonlyMap<string, string>;
  ancestry: Ancestry;
  room: Room;
}

/** What a line adds. Units are named by their keys, or by their ids when they are new. */
export interface PlannedLine {
  line: CheckedLine;
  unit: string;
  id: string;
  isNew: boolean;
  links: Link[];
  /** Keys. */
  things: string[];
}

/** A line that would close a cycle. */
export interface RefusedCycle {
  /** Units by their keys, or by their ids when they are new. */
  cycle: string[];
}

/** The name of a unit in a plan: its key, or its id as long as it is new. */
const nameOf = ({ id, key }: ResolvedId): string => key ?? id;

/**
 * Plans lines in their order: each is planned wholly, or refused and leaves no trace. A line may refer
 * to units that exist and to new ones of earlier lines that were not refused.
 */
export function createPlanner({ units, things, ancestry, room }: Known) {
  const planned = new Set<string>();

  function find(fileId: string, pointer: string): string | Problem {
    const unit = units.get(fileId)!;
    const isKnown = unit.key !== undefined || planned.has(unit.id);
    return isKnown ? nameOf(unit) : unknown('unit', pointer);
  }

  return (line: CheckedLine): PlannedLine | Problem | RefusedCycle => {
    const own = units.get(line.id)!;
    const unit = nameOf(own);
    const links: Link[] = [];
    for (const role of ['parents', 'children'] as const) {
      for (const [index, fileId] of line[role].entries()) {
        // A line cannot refer to itself, whether its unit is new or not.
        const other = fileId === line.id ? unit : find(fileId, `/${role}/${index}`);
        if (other instanceof Problem) return other;
        links.push(
          role === 'parents' ? { parent: other, child: unit } : { parent: unit, child: other },
        );
      }
    }
    const thingKeys: string[] = [];
    for (const [index, id] of line.things.entries()) {
      const key = things.get(id.toLowerCase());
      if (key === undefined) return unknown('thing', `/things/${index}`);
      thingKeys.push(key);
    }
    const isNew = own.key === undefined && !planned.has(own.id);
    const refusal = room.refuse(unit, line, isNew);
    if (refusal) return refusal;
    const cycle = addLinks(ancestry, links);
    if (cycle) return { cycle };
    room.take(unit, line, isNew);
    planned.add(own.id);
    return { line, unit, id: own.id, isNew, links, things: thingKeys };
  };
}

/** Adds links to those that are known, or none of them when one would close a cycle, which it returns. */
function addLinks(ancestry: Ancestry, links: Link[]): string[] | undefined {
  for (const [index, link] of links.entries()) {
    const cycle = ancestry.findCycle(link);
    if (cycle) {
      for (const added of links.slice(0, index)) ancestry.remove(added);
      return cycle;
    }
    ancestry.add(link);
  }
  return undefined;
}

function unknown(kind: 'unit' | 'thing', pointer: string): Problem {
  const detail = `There is no such ${kind}.`;
  return new Problem('unknown_reference', detail, { errors: [{ pointer, detail }] });
}
