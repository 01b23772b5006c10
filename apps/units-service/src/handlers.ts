import { findFiring } from './alerts/find-firing.js';
import type { Handlers, QuotaLimits, UnitsContract } from '@trellis/contracts';
import type { PurgeClock } from '@trellis/database';
import type { Broker } from '@trellis/messaging';
import type pg from 'pg';
import { listAudit } from './audit/list.js';
import { recordEntries } from './audit/record.js';
import type { Traversals } from './database/traversals.js';
import { readChanges, recordClientChanges } from './events/changes.js';
import { withHint, type PublishChangesHint } from './events/hints.js';
import { matchEvents } from './events/match.js';
import { readLogbook } from './events/logbook.js';
import { readEvents } from './events/read.js';
import type { PrismaClient } from './generated/prisma/client.js';
import { checkHealth } from './health.js';
import { readHistoryRetention, updateHistoryRetention } from './history/account-retention.js';
import { readIntervals, readValues } from './history/values.js';
import { readQuotaUse } from './quotas/quotas.js';
import { beginRequest, endRequest, renewRequest } from './requests/requests.js';
import { createScene, listScenes, readScene, removeScene, updateScene } from './scenes/scenes.js';
import { beginErasure, endErasure, eraseSubject, listErasedResources } from './erasure/erase.js';
import { listSubjects, readSubject, registerSubject, updateSubject } from './subjects/subjects.js';
import { listSubjectsSeeingUnit, listVisibleUnits } from './subjects/visibility.js';
import { readTargetsOf, requestValues, withdrawTargets } from './things/request-targets.js';
import { listThingClients, previewRemoval, removeAllThings } from './things/clients.js';
import { createThing, removeThing, updateThing } from './things/change.js';
import type { PublishThingsHint } from './things/hints.js';
import { mergeThings, readThingAliases, replaceThings, restoreThing } from './things/merge.js';
import { storeLastSeen } from './things/last-seen.js';
import { findThings, listThingsOrdered, queryThings } from './things/find.js';
import { describeThings, listThings, readThing, showThings } from './things/read.js';
import { upsertThings } from './things/upsert.js';
import { writeThing } from './things/write.js';
import { createUnit, removeUnit, updateUnit } from './units/write.js';
import { exportUnits } from './units/export.js';
import { importUnits } from './units/import/import.js';
import type { JsonLdProcessor } from './units/json-ld/processor.js';
import { findUnits, listUnits } from './units/list.js';
import { linkUnits } from './units/link.js';
import { listUnitsOrdered } from './units/filter.js';
import {
  admitModel,
  cancelModelImport,
  readModelImport,
  startModelImport,
  type ModelScheduler,
} from './units/models/imports.js';
import {
  addProperty,
  listProperties,
  readProperty,
  removeProperty,
  updateProperty,
} from './units/properties.js';
import { readUnit, showUnits } from './units/read.js';
import { addSubject, addThing, listReferences, removeReference } from './units/references.js';
import { summarizeUnit } from './units/summary.js';
import { listThingsBelow } from './units/traversal/things-below.js';
import { traverseUnits } from './units/traversal/traverse.js';
import { countChanges } from './usage/count.js';

/** The dependencies of all handlers; each handler declares those that it uses. */
interface Needs {
  prisma: PrismaClient;
  pool: pg.Pool;
  traversals: Traversals;
  jsonLd: JsonLdProcessor;
  clock: Broker['clock'];
  purgeClock: PurgeClock;
  quotas: QuotaLimits<'units'>;
  historyDays: number;
  publishThingsHint: PublishThingsHint;
  publishChangesHint: PublishChangesHint;
  modelImports: ModelScheduler;
}

export const handlers = {
  'units.create': withHint(createUnit),
  'units.list': listUnits,
  'units.find': findUnits,
  'units.ordered': listUnitsOrdered,
  'units.summary': summarizeUnit,
  'units.read': readUnit,
  'units.show': showUnits,
  'units.update': withHint(updateUnit),
  'units.remove': withHint(removeUnit),

  'units.references': listReferences,
  'units.traverse': traverseUnits,
  'units.things_below': listThingsBelow,
  'units.link': withHint(linkUnits),
  'units.add_subject': withHint(addSubject),
  'units.add_thing': withHint(addThing),
  'units.remove_reference': withHint(removeReference),

  'units.import': withHint(importUnits),
  'units.export': exportUnits,

  'models.admit': admitModel,
  'models.start': startModelImport,
  'models.read': readModelImport,
  'models.cancel': cancelModelImport,

  'scenes.create': createScene,
  'scenes.list': listScenes,
  'scenes.read': readScene,
  'scenes.update': updateScene,
  'scenes.remove': removeScene,

  'units.properties': listProperties,
  'units.property': readProperty,
  'units.add_property': withHint(addProperty),
  'units.update_property': withHint(updateProperty),
  'units.remove_property': withHint(removeProperty),

  'subjects.list': listSubjects,
  'subjects.read': readSubject,
  'subjects.update': updateSubject,
  'subjects.seeing_unit': listSubjectsSeeingUnit,
  'subjects.visible_units': listVisibleUnits,
  'subjects.register': withHint(registerSubject),
  'subjects.begin_erasure': beginErasure,
  'subjects.erase': eraseSubject,
  'subjects.erased_resources': listErasedResources,
  'subjects.end_erasure': endErasure,

  'things.create': createThing,
  'things.list': listThings,
  'things.describe': describeThings,
  'things.find': findThings,
  'things.query': queryThings,
  'things.ordered': listThingsOrdered,
  'things.show': showThings,
  'things.read': readThing,
  'things.update': updateThing,
  'things.remove': removeThing,
  'things.write': writeThing,
  'things.request': requestValues,
  'things.targets': readTargetsOf,
  'things.withdraw': withdrawTargets,
  'things.seen': storeLastSeen,
  'things.upsert': upsertThings,
  'things.merge': mergeThings,
  'things.replace': replaceThings,
  'things.restore': restoreThing,
  'things.aliases': readThingAliases,
  'things.remove_all': removeAllThings,
  'things.clients': listThingClients,
  'things.of_clients': previewRemoval,

  'events.read': readEvents,
  'alerts.find_firing': findFiring,

  'events.match': matchEvents,
  'things.logbook': readLogbook,
  'history.values': readValues,
  'history.intervals': readIntervals,

  'changes.read': readChanges,
  'changes.record': recordClientChanges,
  'usage.count': countChanges,
  'quotas.read': readQuotaUse,
  'retention.read': readHistoryRetention,
  'retention.update': updateHistoryRetention,

  'requests.begin': beginRequest,
  'requests.renew': renewRequest,
  'requests.end': endRequest,

  'audit.record': recordEntries,
  'audit.list': listAudit,

  'health.check': checkHealth,
} satisfies Handlers<UnitsContract, Needs>;
