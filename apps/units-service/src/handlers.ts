import { Problem, type unitsContract } from '@trellis/contracts';
import type { Handlers } from '@trellis/messaging';
import type { Database } from './database.js';
import { listSubjects, readSubject } from './subjects/read.js';
import { registerSubject } from './subjects/register.js';
import { createThing } from './things/create.js';
import { removeThings, thingsOfClients, upsertThings } from './things/of-clients.js';
import { describeThings, listThings, readThing } from './things/read.js';
import { removeThing } from './things/remove.js';
import { writeThing } from './things/write.js';
import { createUnit } from './units/create.js';
import { linkUnits } from './units/link.js';
import { listUnits } from './units/list.js';
import { readEvents } from './events/read.js';
import {
  addProperty,
  listProperties,
  readProperty,
  removeProperty,
  updateProperty,
} from './units/properties.js';
import { readUnit } from './units/read.js';
import { addSubject, addThing, listReferences, removeReference } from './units/references.js';
import { removeUnit } from './units/remove.js';
import { thingsBelow, traverse } from './units/traverse.js';

/** What answers each call of the contract. */
export function handlers(database: Database): Handlers<typeof unitsContract> {
  return {
    'units.create': (input) => createUnit(database, input),
    'units.list': (input) => listUnits(database, input),
    'units.read': (input) => readUnit(database, input),
    'units.remove': (input) => removeUnit(database, input),

    'units.references': (input) => listReferences(database, input),
    'units.traverse': (input) => traverse(database, input),
    'units.things_below': (input) => thingsBelow(database, input),
    'units.link': (input, { deadline }) => linkUnits(database, input, deadline),
    'units.add_subject': (input) => addSubject(database, input),
    'units.add_thing': (input) => addThing(database, input),
    'units.remove_reference': (input) => removeReference(database, input),

    'units.properties': (input) => listProperties(database, input),
    'units.property': (input) => readProperty(database, input),
    'units.add_property': (input) => addProperty(database, input),
    'units.update_property': (input) => updateProperty(database, input),
    'units.remove_property': (input) => removeProperty(database, input),

    'subjects.list': (input) => listSubjects(database, input),
    'subjects.read': (input) => readSubject(database, input),
    'subjects.register': async (input) => {
      await registerSubject(database.prisma, input);
      return {};
    },

    'things.create': (input) => createThing(database, input),
    'things.list': (input) => listThings(database, input),
    'things.describe': (input) => describeThings(database, input),
    'things.read': (input) => readThing(database, input),
    'things.remove': (input) => removeThing(database, input),
    'things.write': (input) => writeThing(database, input),
    'things.upsert': (input) => upsertThings(database, input),
    'things.remove_all': (input) => removeThings(database, input),
    'things.of_clients': (input) => thingsOfClients(database, input),

    'events.read': (input) => readEvents(database, input),

    'health.check': async () => {
      await database.prisma.$queryRaw`SELECT 1`.catch(() => {
        throw new Problem('unavailable', 'The database is not available.');
      });
      return {};
    },
  };
}
