import { Problem } from '@trellis/contracts';
import { noSuchReferenced } from '../../visibility/rules.js';
import type { Ancestry, Link } from '../cycle.js';
import type { CheckedLine, ImportMode } from './check-line.js';
import type { ResolvedId } from './file-ids.js';
import type { Room } from './room.js';

/** The known units and things that lines name. */
export interface Known {
  /** The units by the ids in the file. */
  units: ReadonlyMap<string, ResolvedId>;
  /** The keys of things by their ids. */
  things: ReadonlyMap<string, string>;
  ancestry: Ancestry;
  room: Room;
  mode: ImportMode;
}

/** The effect of a line. Units are named by their keys, or by their ids if they are new. */
export interface PlannedLine {
  line: CheckedLine;
  unit: string;
  id: string;
  isNew: boolean;
  links: Link[];
  /** The links between existing units that the line removes. */
  removedLinks: Link[];
  /** Keys. */
  things: string[];
}

/** The refusal of a line that would close a cycle. */
export interface RefusedCycle {
  /** Units by their keys, or by their ids if they are new. */
  cycle: string[];
}

/** Returns the name of a unit in a plan: its key, or its id if it is new. */
const nameOf = ({ id, key }: ResolvedId): string => key ?? id;

/**
 * Creates a function that plans lines in their order. Each line is planned wholly, or refused without an effect. It may
 * refer to existing units and to new units of earlier lines.
 */
export function createPlanner({ units, things, ancestry, room, mode }: Known) {
  const planned = new Set<string>();

  function find(fileId: string, pointer: string): string | Problem {
    const unit = units.get(fileId)!;
    const isKnown = unit.key !== undefined || planned.has(unit.id);
    return isKnown ? nameOf(unit) : noSuchReferenced('unit', pointer);
  }

  function findRemovedLinks({ removed }: CheckedLine, unit: string): Link[] {
    const keysOf = (fileIds: string[]) => fileIds.flatMap((fileId) => units.get(fileId)!.key ?? []);
    return [
      ...keysOf(removed.parents).map((parent) => ({ parent, child: unit })),
      ...keysOf(removed.children).map((child) => ({ parent: unit, child })),
    ];
  }

  return (line: CheckedLine): PlannedLine | Problem | RefusedCycle => {
    const own = units.get(line.id)!;
    const unit = nameOf(own);
    // A line of a model describes its unit completely.
    if (mode === 'replace' && planned.has(own.id)) return repeated();
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
      if (key === undefined) return noSuchReferenced('thing', `/things/${index}`);
      thingKeys.push(key);
    }
    const isNew = own.key === undefined && !planned.has(own.id);
    const refusal = room.refuse(unit, line, isNew);
    if (refusal) return refusal;
    const removedLinks = own.key === undefined ? [] : findRemovedLinks(line, unit);
    const undone = removedLinks.filter((link) => ancestry.remove(link));
    const cycle = addLinks(ancestry, links);
    if (cycle) {
      for (const link of undone) ancestry.add(link);
      return { cycle };
    }
    room.take(unit, line, isNew);
    planned.add(own.id);
    return { line, unit, id: own.id, isNew, links, removedLinks, things: thingKeys };
  };
}

/** Adds links to the known ones; if one would close a cycle, adds none and returns the cycle. */
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

function repeated(): Problem {
  const detail = 'An earlier line is about the same unit.';
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/id', detail }] });
}
