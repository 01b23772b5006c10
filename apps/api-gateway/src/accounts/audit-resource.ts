import { auditRecord } from '@trellis/contracts';

const { shape } = auditRecord;

/** An entry of the audit log. */
export const auditEntryResource = auditRecord
  .extend({
    actor: shape.actor.describe(
      '`app`: the client id of the access token; `subject`: an end user in a browser; `operator`: ' +
        'somebody who runs this service.',
    ),
    operation: shape.operation.describe(
      'An `operationId` of this document, or the name of a command of an operator.',
    ),
    problem: shape.problem.describe('The code with which it was refused or failed.'),
    items: shape.items.describe('How the items of a batch ended.'),
  })
  .meta({ id: 'AuditEntry' });
