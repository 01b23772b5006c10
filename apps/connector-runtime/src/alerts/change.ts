import {
  alertVersion,
  Problem,
  requireExpected,
  type AlertCondition,
  type Handler,
  type Received,
  type ConnectorsContract,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { requireRoom } from '../accounts/quotas.js';
import { refuseRevoked } from '../accounts/revoked-apps.js';
import { writeInTurn, type Queries } from '../database.js';
import { rotateSecret } from '../delivery/secrets.js';
import { refuseUnreachable } from '../delivery/webhooks/register.js';
import type { AlertRule as Row } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { requireRule, toRule } from './read.js';
import { slackUrl } from './send.js';

type Needs = Pick<
  Runtime,
  'database' | 'sealing' | 'clock' | 'resolverOf' | 'allowPrivate' | 'quotas' | 'mailer'
>;

type Created = Received<ConnectorsContract, 'alerts.create'>;
type Updated = Received<ConnectorsContract, 'alerts.update'>;

/** Stores a rule once per id. A repeated request replaces the secret with the one that it returns. */
export const createAlert: Handler<'alerts.create', Needs> = async (needs, given, deadline) => {
  const { database, sealing, quotas } = needs;
  const { developer, app, id, email, webhook, slack } = given;
  await refuseReceivers(needs, given);
  const columns = {
    ...settingsOf(given),
    emails: email,
    webhook: webhook?.url ?? null,
    secret: webhook?.secret ?? null,
    slack: slack ?? null,
  };
  const store = () =>
    writeInTurn(database, { developer, deadline }, async (tx) => {
      await refuseRevoked(tx, { developer, app });
      await requireKnown(tx, developer, given.condition);
      const before = await tx.alertRule.findFirst({ where: { id, developer } });
      if (before) {
        await tx.alertRule.update({ where: { key: before.key }, data: { secret: columns.secret } });
      } else {
        await tx.alertRule.create({ data: { id, developer, ...required(given), ...columns } });
        await requireRoom(tx, quotas, { name: 'alert_rules', developer });
      }
      return requireRule(tx, { developer, id });
    });
  // A concurrent delivery of the same request may have stored it meanwhile.
  const row = await store().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return store();
  });
  return { rule: toRule(sealing, row), secretStored: webhook !== undefined };
};

/** Returns the columns that a new rule must have. */
const required = (given: Created) => ({
  name: given.name,
  kind: given.condition.kind,
  condition: JSON.stringify(given.condition),
  groupSeconds: given.group_seconds,
  listFirst: given.list_first,
  recovery: given.recovery,
});

const settingsOf = (given: Pick<Updated, 'repeat_minutes' | 'silenced_until'>) => ({
  repeatMinutes: given.repeat_minutes,
  silencedUntil:
    given.silenced_until == null ? given.silenced_until : new Date(given.silenced_until),
});

/** Changes a rule. A changed condition begins anew: what fired is forgotten, and notified again if it still does. */
export const updateAlert: Handler<'alerts.update', Needs> = async (needs, given, deadline) => {
  const { database, sealing } = needs;
  const { developer, id, expected, condition, email, webhook, slack } = given;
  await refuseReceivers(needs, given);
  return writeInTurn(database, { developer, deadline }, async (tx) => {
    if (condition) await requireKnown(tx, developer, condition);
    const { key } = await requireRule(tx, { developer, id });
    await tx.$queryRaw`SELECT key FROM alert_rules WHERE key = ${key} FOR UPDATE`;
    const row = await requireRule(tx, { developer, id });
    requireExpected(alertVersion(toRule(sealing, row)), expected);
    const changed = condition && JSON.stringify(condition);
    if (changed !== undefined && changed !== row.condition) {
      await tx.alertFiring.deleteMany({ where: { ruleKey: key } });
    }
    const secrets = webhook === undefined ? {} : webhookColumns(needs, row, webhook);
    await tx.alertRule.update({
      where: { key },
      data: {
        ...settingsOf(given),
        name: given.name,
        kind: condition?.kind,
        condition: changed,
        groupSeconds: given.group_seconds,
        listFirst: given.list_first,
        recovery: given.recovery,
        emails: email,
        slack,
        ...secrets,
        modified: new Date(needs.clock.now()),
      },
    });
    const rule = toRule(sealing, await requireRule(tx, { developer, id }));
    return { rule, secretStored: 'secret' in secrets && secrets.secret !== null };
  });
};

/** Returns the columns of a changed webhook: its secret stays, unless it is new or rotated. */
function webhookColumns(
  needs: Pick<Needs, 'sealing' | 'clock'>,
  { id, developer, secret: before }: Row,
  webhook: NonNullable<Updated['webhook']> | null,
) {
  if (webhook === null) {
    return { webhook: null, secret: null, previousSecret: null, previousUntil: null };
  }
  const { url, secret, rotate } = webhook;
  if (before === null) return { webhook: url, secret };
  if (!rotate) return { webhook: url };
  const receiver = { table: 'alert_rules' as const, developer, id, secret: before };
  return { webhook: url, ...rotateSecret(needs, receiver, secret) };
}

export const removeAlert: Handler<'alerts.remove', Pick<Needs, 'database' | 'sealing'>> = async (
  { database, sealing },
  { developer, id, expected },
  deadline,
) => {
  await writeInTurn(database, { developer, deadline }, async (tx) => {
    const { key } = await requireRule(tx, { developer, id });
    await tx.$queryRaw`SELECT key FROM alert_rules WHERE key = ${key} FOR UPDATE`;
    requireExpected(
      alertVersion(toRule(sealing, await requireRule(tx, { developer, id }))),
      expected,
    );
    await tx.alertRule.delete({ where: { key } });
  });
  return {};
};

/** Throws `invalid_request` for addresses that cannot be reached, and for e-mails without a mail server. */
async function refuseReceivers(
  { resolverOf, allowPrivate, sealing, mailer }: Needs,
  {
    developer,
    id,
    email,
    webhook,
    slack,
  }: Pick<Updated, 'developer' | 'id' | 'email' | 'webhook' | 'slack'>,
): Promise<void> {
  if (email && email.length > 0 && !mailer) {
    const detail =
      'This installation has no mail server; its operator sets `SMTP_URL` and `SMTP_FROM`.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/email', detail }] });
  }
  const reach = { resolve: resolverOf(developer), allowPrivate };
  if (webhook) await refuseUnreachable(reach, webhook.url, '/webhook');
  const url = slack ? slackUrl({ sealing }, { id, developer, slack }) : undefined;
  if (url !== undefined) await refuseUnreachable(reach, url, '/slack');
}

/** Throws `invalid_request` when a condition names an instance or a client that does not exist. */
async function requireKnown(
  tx: Queries,
  developer: string,
  condition: AlertCondition,
): Promise<void> {
  const isKnown = async (member: 'instance' | 'client', id: string | undefined) => {
    if (id === undefined) return;
    const where = { developer, id };
    const count = /^[0-9a-f-]{36}$/.test(id)
      ? await (member === 'instance' ? tx.instance.count({ where }) : tx.client.count({ where }))
      : 0;
    if (count > 0) return;
    const detail = `There is no such connector ${member}.`;
    const errors = [{ pointer: `/condition/${member}`, detail }];
    throw new Problem('invalid_request', 'The condition names what does not exist.', { errors });
  };
  if ('instance' in condition) await isKnown('instance', condition.instance);
  if ('client' in condition) await isKnown('client', condition.client);
}
