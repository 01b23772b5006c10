import { randomUUID } from 'node:crypto';
import type { Binding, Sealing } from '@trellis/sealing';
import { insertClient } from './clients.js';
import type { TestDatabase } from './database.js';

/** A text in every column that has any, as `seal` seals it. */
export async function fillSealedColumns(
  { database }: Pick<TestDatabase, 'database'>,
  sealing: Sealing,
  seal: (binding: Binding, value: string) => string,
) {
  const { key, id, developer, instance } = await insertClient({ database, sealing }, 'test');
  const app = 'app';
  const state = randomUUID();
  const [interaction, delivery] = [randomUUID(), randomUUID()];
  const sealed = (purpose: Binding['purpose'], id: string) =>
    seal({ purpose, developer, id }, purpose);
  await database.instance.update({
    where: { key: instance.key },
    data: { configuration: sealed('instances.configuration', instance.id) },
  });
  await database.connectorType.create({
    data: {
      id: randomUUID(),
      developer,
      typeId: 'x-test',
      number: 1,
      versions: {
        create: {
          version: 1,
          texts: '{}',
          configuration: sealed('connector_type_versions.configuration', 'x-test'),
        },
      },
    },
  });
  await database.client.update({
    where: { key },
    data: {
      configuration: sealed('clients.configuration', id),
      memory: sealed('clients.memory', id),
      tokens: sealed('clients.tokens', id),
    },
  });
  await database.authorization.create({
    data: {
      state,
      clientKey: key,
      verifier: sealed('authorizations.verifier', state),
      expires: new Date(),
    },
  });
  await database.interaction.create({
    data: {
      id: interaction,
      developer,
      thing: randomUUID(),
      operation: 'invokeaction',
      name: 'open',
      idempotent: false,
      input: sealed('interactions.input', interaction),
    },
  });
  await database.webhook.create({
    data: {
      developer,
      app,
      url: 'https://app.example',
      secret: sealed('callbacks.secret', app),
      previousSecret: sealed('callbacks.previous_secret', app),
      deliveries: {
        create: { id: delivery, type: 'a', payload: sealed('deliveries.payload', delivery) },
      },
    },
  });
  const subscription = randomUUID();
  await database.subscription.create({
    data: {
      id: subscription,
      developer,
      match: '{}',
      url: 'https://app.example',
      cursor: '1-1-1',
      secret: sealed('subscriptions.secret', subscription),
      previousSecret: sealed('subscriptions.previous_secret', subscription),
    },
  });
  const rule = randomUUID();
  await database.alertRule.create({
    data: {
      id: rule,
      developer,
      name: 'rule',
      kind: 'client_error',
      condition: '{}',
      groupSeconds: 60,
      listFirst: 10,
      recovery: true,
      webhook: 'https://app.example',
      secret: sealed('alert_rules.secret', rule),
      previousSecret: sealed('alert_rules.previous_secret', rule),
      slack: sealed('alert_rules.slack', rule),
    },
  });
  /** Returns the contents of the columns by purpose. */
  const open = async (sealing: Sealing) => {
    const of = { where: { developer } };
    const client = await database.client.findFirstOrThrow({
      ...of,
      include: { instance: true, authorizations: true },
    });
    const webhook = await database.webhook.findFirstOrThrow({
      ...of,
      include: { deliveries: true },
    });
    const { input } = await database.interaction.findFirstOrThrow(of);
    const { secret, previousSecret } = await database.subscription.findFirstOrThrow(of);
    const typeVersion = await database.connectorTypeVersion.findFirstOrThrow(of);
    const alertRule = await database.alertRule.findFirstOrThrow(of);
    const texts: [Binding['purpose'], string, string | null][] = [
      ['instances.configuration', instance.id, client.instance.configuration],
      ['connector_type_versions.configuration', 'x-test', typeVersion.configuration],
      ['clients.configuration', id, client.configuration],
      ['clients.memory', id, client.memory],
      ['clients.tokens', id, client.tokens],
      ['authorizations.verifier', state, client.authorizations[0]!.verifier],
      ['interactions.input', interaction, input],
      ['callbacks.secret', app, webhook.secret],
      ['callbacks.previous_secret', app, webhook.previousSecret],
      ['deliveries.payload', delivery, webhook.deliveries[0]!.payload],
      ['subscriptions.secret', subscription, secret],
      ['subscriptions.previous_secret', subscription, previousSecret],
      ['alert_rules.secret', rule, alertRule.secret],
      ['alert_rules.previous_secret', rule, alertRule.previousSecret],
      ['alert_rules.slack', rule, alertRule.slack],
    ];
    return texts.map(([purpose, id, text]) => sealing.open({ purpose, developer, id }, text!));
  };
  return { developer, open };
}

/** The content of every column. */
export const everySealedText = [
  'instances.configuration',
  'connector_type_versions.configuration',
  'clients.configuration',
  'clients.memory',
  'clients.tokens',
  'authorizations.verifier',
  'interactions.input',
  'callbacks.secret',
  'callbacks.previous_secret',
  'deliveries.payload',
  'subscriptions.secret',
  'subscriptions.previous_secret',
  'alert_rules.secret',
  'alert_rules.previous_secret',
  'alert_rules.slack',
];
