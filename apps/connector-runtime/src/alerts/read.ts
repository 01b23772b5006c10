import {
  alertChannel,
  alertCondition,
  alertFiring,
  alertMessage,
  Problem,
  type AlertMessage,
  type AlertRule,
  type Handler,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database.js';
import type { AlertMessage as MessageRow, AlertRule as Row } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { alertContent } from './content.js';
import { slackUrl } from './send.js';

type Needs = Pick<Runtime, 'database' | 'sealing'>;

/** How many items that fire, and how many messages, a rule shows. */
const maxShown = { firings: 100, messages: 20 };

const counting = { _count: { select: { firings: { where: { ended: null } } } } } as const;

type CountedRow = Row & { _count: { firings: number } };

export const listAlerts: Handler<'alerts.list', Needs> = async (
  { database, sealing },
  { developer, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.alertRule.findMany({
    where: { developer, key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
    include: counting,
  });
  return toPage(rows, page, (row) => toRule(sealing, row));
};

export const readAlert: Handler<'alerts.read', Needs> = async ({ database, sealing }, on) => {
  const row = await requireRule(database, on);
  const { key } = row;
  const [firings, messages] = await Promise.all([
    database.alertFiring.findMany({
      where: { ruleKey: key, ended: null },
      orderBy: [{ since: 'asc' }, { key: 'asc' }],
      take: maxShown.firings,
    }),
    database.alertMessage.findMany({
      where: { ruleKey: key },
      orderBy: { key: 'desc' },
      take: maxShown.messages,
    }),
  ]);
  const rule = toRule(sealing, row);
  return {
    ...rule,
    fires: firings.map(({ kind, target, title, detail, since, fired, notified }) => ({
      kind: alertFiring.shape.kind.parse(kind),
      id: target,
      title,
      detail,
      since: since.toISOString(),
      fired: fired.toISOString(),
      notified: notified?.toISOString(),
    })),
    messages: messages.map((message) => toMessage(rule, message)),
  };
};

function toMessage(rule: AlertRule, row: MessageRow): AlertMessage {
  const channel = alertChannel.parse(row.channel);
  const { kind, count } = alertContent.parse(JSON.parse(row.content));
  return {
    channel,
    to: row.recipient ?? (channel === 'webhook' ? rule.webhook : rule.slack) ?? '',
    kind: alertMessage.shape.kind.parse(kind),
    count,
    status: alertMessage.shape.status.parse(row.status),
    attempts: row.attempts,
    error: row.error ?? undefined,
    created: row.created.toISOString(),
    attempted: row.attempted?.toISOString(),
  };
}

/** Reads a rule of the developer; any other is not found. */
export async function requireRule(
  database: Queries,
  { developer, id }: { developer: string; id: string },
): Promise<CountedRow> {
  const row = isUuid(id)
    ? await database.alertRule.findFirst({ where: { id, developer }, include: counting })
    : null;
  if (!row) throw new Problem('not_found', 'There is no such alert rule.');
  return row;
}

export function toRule(sealing: Sealing, row: CountedRow): AlertRule {
  const { previousUntil } = row;
  const slack = slackUrl({ sealing }, row);
  const isRotating = previousUntil !== null && previousUntil > new Date();
  return {
    id: row.id,
    name: row.name,
    condition: alertCondition.parse(JSON.parse(row.condition)),
    group_seconds: row.groupSeconds,
    list_first: row.listFirst,
    repeat_minutes: row.repeatMinutes,
    recovery: row.recovery,
    silenced_until: row.silencedUntil?.toISOString() ?? null,
    email: row.emails,
    webhook: row.webhook ?? undefined,
    slack: slack === undefined ? undefined : new URL(slack).origin,
    previous_secret_until: isRotating ? previousUntil.toISOString() : undefined,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    firing: row._count.firings,
  };
}
