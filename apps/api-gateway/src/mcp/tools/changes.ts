import { changeKind } from '@trellis/contracts';
import { z } from 'zod';
import type { auditEntryResource } from '../../accounts/audit.js';
import type { changePage, changeResource } from '../../events/changes.js';
import { asText, cursor, limit, nextCursor, nextPage } from '../members.js';
import { tool, type Tool } from '../tool.js';

/** The longest that a call waits for changes (s); the answer to the MCP client waits for no more. */
const maxWaitS = 5;

const maxIds = 5;

const instant = z.iso.datetime({ offset: true }).optional();

const change = z.object({
  time: z.string(),
  kind: z.string(),
  id: z.string().describe('Of the unit, thing, subject or client.'),
  linked_with: z.string().optional(),
  code: z.string().optional().describe('Of the error of a client.'),
});

const entry = z.object({
  time: z.string(),
  operation: z.string(),
  actor: z.looseObject({ type: z.string(), id: z.string() }),
  subject: z.string().optional(),
  resource: z.object({ type: z.string(), ids: z.array(z.string()) }),
  status: z.number().optional(),
  problem: z.string().optional(),
});

export const changeTools: Tool[] = [
  tool({
    name: 'follow_changes',
    title: 'Follow changes',
    description:
      'What has changed since a cursor: units, links, things and connector clients that were created, changed or deleted, ' +
      'and clients that fail or work again. Without a cursor it answers the present one and no changes.',
    access: 'any token',
    effect: 'reads',
    input: z.strictObject({
      cursor: z.string().optional().describe('`cursor` of the answer before.'),
      kinds: z.array(changeKind).optional(),
      wait_seconds: z.int().min(0).max(maxWaitS).default(0).describe('For a change to come.'),
      limit: limit(100, 50),
    }),
    output: z.object({
      changes: z.array(change),
      cursor: z.string().describe('Where to continue.'),
      more: z.boolean(),
    }),
    argumentOf: { '/query/wait': 'wait_seconds', '/query/kind': 'kinds' },
    async run({ callOperation }, { cursor, kinds, wait_seconds, limit }) {
      const { body } = await callOperation('followChanges', {
        query: { cursor, kind: kinds?.join(','), wait: asText(wait_seconds), limit: asText(limit) },
      });
      const { changes, ...position } = body as z.output<typeof changePage>;
      return { changes: changes.map(toShown), ...position };
    },
  }),
  tool({
    name: 'read_audit_log',
    title: 'Read the audit log',
    description:
      'Who changed what and when, newest first: writes, actions, changes of units and clients, also those that were ' +
      'refused. For "who did this" and "what was done lately".',
    access: 'svc.audit.read',
    effect: 'reads',
    input: z.strictObject({
      resource: z.string().optional().describe('Entries that name this id.'),
      operation: z
        .string()
        .optional()
        .describe('Such as `writeThingProperty`, `invokeAction`, `createConnectorClient`.'),
      actor: z.string().optional(),
      from: instant,
      to: instant,
      limit: limit(50, 20),
      cursor,
    }),
    output: z.object({ entries: z.array(entry), ...nextPage }),
    async run({ callOperation }, { limit, ...query }) {
      const answer = await callOperation('listAuditEntries', {
        query: { ...query, limit: asText(limit) },
      });
      const entries = answer.body as z.output<typeof auditEntryResource>[];
      return { entries: entries.map(toEntry), ...nextCursor(answer) };
    },
  }),
];

function toShown({ time, kind, resource, parent, thing, subject, error }: Change): Shown {
  const other = parent ?? thing ?? subject;
  return {
    time,
    kind,
    id: resource.id.replace('urn:uuid:', ''),
    ...(other && { linked_with: other.id.replace('urn:uuid:', '') }),
    ...(error && { code: error.code }),
  };
}

type Change = z.output<typeof changeResource>;
type Shown = z.output<typeof change>;

const toEntry = ({ resource, ...shown }: z.output<typeof auditEntryResource>) =>
  entry.parse({ ...shown, resource: { ...resource, ids: resource.ids.slice(0, maxIds) } });
