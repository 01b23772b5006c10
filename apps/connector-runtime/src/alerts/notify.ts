import { alertCondition, type AlertChannel } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type { PoolClient } from 'pg';
import { v7 as newId } from 'uuid';
import type { Runtime } from '../runtime.js';
import type { AlertContent, AlertItem } from './content.js';
import {
  forgetEnded,
  insertMessages,
  lockDueRule,
  readFiring,
  readDueRules,
  takeBegun,
  takeRecovered,
  type FiringRow,
  type DueRule,
} from './notify.sql.js';

type Needs = Pick<Runtime, 'pool' | 'alertMessages' | 'log'>;

const pageSize = 200;

/**
 * Writes the messages of all rules that have something to notify of. A message is stored in the transaction that marks
 * its items, so that a restart neither forgets nor repeats anything. It is sent after the commit.
 */
export async function notifyAll(needs: Needs): Promise<void> {
  const { pool } = needs;
  await query(pool, forgetEnded, []);
  for (let after = '0'; ;) {
    const rules = await query(pool, readDueRules, [after, pageSize]);
    for (const { key } of rules) await notify(needs, key);
    if (rules.length < pageSize) return;
    after = rules.at(-1)!.key;
  }
}

async function notify({ pool, alertMessages, log }: Needs, key: string): Promise<void> {
  const ids = await inTransaction(pool, async (db) => {
    const [rule] = await query(db, lockDueRule, [key]);
    return rule ? writeMessages(db, rule) : [];
  });
  try {
    await alertMessages.addAll(ids.map((id) => ({ id, data: { message: id } })));
  } catch (error) {
    log.warn({ err: error }, 'messages of alerts wait for the reconciliation');
  }
}

async function writeMessages(db: PoolClient, rule: DueRule): Promise<string[]> {
  const begun = await query(db, takeBegun, [rule.key]);
  const recovered = await query(db, takeRecovered, [rule.key]);
  const firing = await query(db, readFiring, [rule.key]);
  const contents: AlertContent[] = [];
  const add = (kind: AlertContent['kind'], rows: FiringRow[]) => {
    if (rows.length > 0) contents.push(toContent(rule, { kind, rows, firing: firing.length }));
  };
  add('fires', begun);
  if (begun.length === 0 && rule.isRepeated) add('still_fires', firing);
  add('recovered', recovered);
  const messages = contents.flatMap((content) =>
    receiversOf(rule).map((receiver) => ({ id: newId(), content, ...receiver })),
  );
  await query(db, insertMessages, [
    rule.key,
    messages.map(({ id }) => id),
    messages.map(({ channel }) => channel),
    messages.map(({ recipient }) => recipient),
    messages.map(({ content }) => JSON.stringify(content)),
  ]);
  return messages.map(({ id }) => id);
}

interface Receiver {
  channel: AlertChannel;
  /** The address of an e-mail. */
  recipient: string | null;
}

/** Returns the receivers of a rule. Each address gets a message of its own, so that none waits for another. */
export const receiversOf = ({
  emails,
  hasWebhook,
  hasSlack,
}: Pick<DueRule, 'emails' | 'hasWebhook' | 'hasSlack'>): Receiver[] => [
  ...emails.map((recipient): Receiver => ({ channel: 'email', recipient })),
  ...(hasWebhook ? [{ channel: 'webhook', recipient: null } as const] : []),
  ...(hasSlack ? [{ channel: 'slack', recipient: null } as const] : []),
];

function toContent(
  { id, name, condition, listFirst, now }: DueRule,
  { kind, rows, firing }: { kind: AlertContent['kind']; rows: FiringRow[]; firing: number },
): AlertContent {
  const oldestFirst = rows.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  return {
    kind,
    rule: { id, name },
    condition: alertCondition.parse(JSON.parse(condition)),
    at: now.toISOString(),
    count: rows.length,
    items: oldestFirst.slice(0, listFirst).map(toItem),
    firing,
  };
}

/** Omits the detail of an item that has recovered, which would read as if it still failed. */
const toItem = ({ kind, target, title, detail, since, ended }: FiringRow): AlertItem => ({
  kind,
  id: target,
  title,
  detail: ended ? '' : detail,
  since: since.toISOString(),
  ...(ended && { ended: ended.toISOString() }),
});
