import type { World } from '../traffic/world.js';
import { noteClient } from './clients.js';
import { findWrongMessages } from './messages.js';
import { readAll } from './read.js';
import type { ShownClient, ShownThing, ShownUnit, Snapshot } from './shown.js';
import { findOneSided } from './subjects.js';
import { noteThings } from './things.js';
import { noteUnits } from './units.js';

/** Reads all units, things, subjects and clients, while nothing changes. */
export async function takeSnapshot({ sender, app, entities }: World): Promise<Snapshot> {
  const snapshot: Snapshot = { facts: new Map(), violations: [] };
  const things = await readAll<ShownThing>(sender, '/things');
  const units = await readAll<ShownUnit>(sender, '/units');
  noteUnits(snapshot, units, noteThings(snapshot, things));
  snapshot.violations.push(...(await findOneSided(sender, { units, things })));
  const clients = await readAll<ShownClient>(sender, '/connectors/clients');
  for (const client of clients) await noteClient(snapshot, client, sender);
  snapshot.violations.push(...findWrongMessages(app.messages, clients));
  for (const [label, entity] of entities) {
    if (!snapshot.facts.has(label)) entities.delete(entity.label);
  }
  return snapshot;
}
