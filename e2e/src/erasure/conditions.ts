import type { Account } from '@trellis/testing';

interface Named {
  subject: string;
  client: string;
  unit: string;
  thing: string;
  /** Of another end user. */
  otherThing: string;
  /** Where alert rules post. */
  webhook: string;
}

/**
 * Creates what an app has of its own, for no end user, with conditions that name an end user and its resources: subscriptions,
 * alert rules and a redelivery. Returns how many are about it alone, and the paths of those that are about another one, too.
 */
export async function nameInConditions(
  account: Account,
  { subject, client, unit, thing, otherThing, webhook }: Named,
) {
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await account.request('POST', path, { body });
    if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.headers.get('location')?.split('/api/v1')[1] ?? '';
  };
  const alert = (condition: object) => post('/alerts', { name: 'Of one', condition, webhook });
  const matches = [{ subject }, { client }, { in: unit }, { below: unit }, { things: [thing] }];
  for (const match of matches) await post('/subscriptions', { match });
  const silent = { kind: 'thing_silent', minutes: 60 };
  const conditions = [
    { ...silent, subject },
    { ...silent, client },
    { ...silent, things: [thing] },
    { kind: 'client_error', minutes: 60, client },
  ];
  for (const condition of conditions) await alert(condition);
  await post('/callback/redeliveries', { search: subject });
  const things = [thing, otherThing];
  return {
    subscriptions: matches.length,
    alertRules: conditions.length,
    shared: [
      await post('/subscriptions', { match: { things } }),
      await alert({ ...silent, things }),
    ],
  };
}
