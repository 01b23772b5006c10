import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { startGreenhouse } from '@trellis/connectors/testing';
import { newAccount, waitFor, type ApiAnswer, type ApiRequest } from '@trellis/testing';
import { connectGreenhouse, setDevices } from './greenhouse-devices.js';
import { borrowedStack } from './one-stack.js';
import { simulate } from './simulation.js';
import { createStable, renderExchange } from './tour/render.js';

const stack = borrowedStack();

const file = new URL('../../docs/graph-tour.md', import.meta.url);

const head = `# A tour of the graph

Requests and answers that show what [the interface](interface.md) and [the guide to finding things](finding.md) describe.
A test sends them and compares the answers (\`WRITE_TOUR=1\` updates this page). Names stand for ids. \`/api/v1\`, access
tokens, prefixes, and members that a step is not about are left out.
`;

interface Shown extends ApiRequest {
  /** The members of the answer that are shown; all by default. */
  only?: string[];
  /** Of what is created. */
  name?: string;
  /** Whether the version of the answer is shown. */
  withEtag?: boolean;
  /** The request is repeated until its answer is such. */
  until?: (answer: ApiAnswer) => boolean;
}

/** Writes down requests and answers. */
function tour() {
  const account = newAccount(stack(), { developer: 'acme' });
  const stable = createStable(stack().address);
  const parts = [head];
  const send = async (method: string, path: string, options: ApiRequest = {}) =>
    account.request(method, path, options);
  return {
    account,
    name: stable.name,
    section: (title: string, text: string) => void parts.push(`## ${title}\n\n${text}\n`),
    say: (text: string) => void parts.push(`${text}\n`),
    async show(
      method: string,
      path: string,
      { only, withEtag = false, until = () => true, ...options }: Shown = {},
    ): Promise<ApiAnswer> {
      const answer = await waitFor(
        async () => {
          const answer = await send(method, path, options);
          return until(answer) && answer;
        },
        { within: 60_000, what: `${method} ${path}` },
      );
      const { status, body } = answer;
      const etag = withEtag ? answer.headers.get('etag') : null;
      if (options.name !== undefined) stable.name(String(body.id), options.name);
      const shown = { status, body, etag };
      const exchange = { method, path, options, answer: shown, only };
      parts.push(`\`\`\`http\n${stable.text(renderExchange(exchange))}\n\`\`\`\n`);
      return answer;
    },
    /** Sends a request that the tour does not show. */
    async quietly(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
      const answer = await send(method, path, { body });
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer;
    },
    text: () => parts.join('\n'),
  };
}

type Tour = ReturnType<typeof tour>;

const model = `
@prefix : <http://example.com/house#> .
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix rec: <https://w3id.org/rec#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

:annex a rec:Building ; rdfs:label "Annex" .
:hall a brick:Room ; rdfs:label "Hall" ; brick:isPartOf :annex .
:t a brick:Air_Temperature_Sensor ; rdfs:label "Hall thermometer" ; brick:isPointOf :hall .`;

const thing = (title: string, type: string, properties: object) => ({
  title,
  '@type': type,
  properties,
});

/** A house with a kitchen, in which are a lamp and a thermometer. */
async function build({ quietly, name, account }: Tour) {
  const create = async (path: string, label: string, body: object, subject?: string) => {
    const { body: created } = await account.request('POST', path, { body, subject });
    name(created.id, label);
    return String(created.id).replace('urn:uuid:', '');
  };
  const house = await create('/units', 'house', { name: 'House', type: 'building' });
  const kitchen = await create('/units', 'kitchen', { name: 'Küche', type: 'room' }, 'alice');
  await quietly('POST', `/units/${house}/children`, { id: kitchen });
  const lamp = thing('Lamp', 'Light', { on: { type: 'boolean', value: true } });
  const temperature = { type: 'number', unit: 'degree Celsius', value: 19.5 };
  const things = {
    lamp: await create('/things', 'lamp', lamp, 'alice'),
    thermometer: await create(
      '/things',
      'thermometer',
      thing('Thermometer', 'TemperatureSensor', { temperature }),
      'bob',
    ),
  };
  for (const id of Object.values(things)) await quietly('POST', `/units/${kitchen}/things`, { id });
  return { house, kitchen, ...things };
}

async function changeSafely({ section, say, show }: Tour, { kitchen, lamp }: Ids) {
  section('1. Change safely', 'A change can require that the unit is as it was read:');
  const read = await show('GET', `/units/${kitchen}`, {
    only: ['name', 'type', 'properties'],
    withEtag: true,
  });
  const known = { 'if-match': read.headers.get('etag')! };
  await show('PATCH', `/units/${kitchen}`, {
    headers: known,
    body: { type: 'kitchen' },
    withEtag: true,
  });
  await show('PATCH', `/units/${kitchen}`, {
    headers: known,
    body: { name: 'Larder' },
    only: ['title', 'status', 'detail'],
  });
  say('A change can return its result:');
  await show('PATCH', `/things/${lamp}`, {
    body: { title: 'Ceiling lamp' },
    headers: { prefer: 'return=representation' },
    only: ['title', '@type', 'available'],
  });
}

async function find({ section, show, say }: Tour, { house }: Ids) {
  section('2. Find', 'By capability and location, with values:');
  await show('GET', `/things?capability=light&below=${house}&view=values`);
  say('By an expression (RSQL), and by words without regard to accents:');
  await show('GET', `/things?below=${house}&q=values.temperature%3E18`);
  await show('GET', '/units?search=kuche');
  say('Kitchens with a thermometer:');
  await show('GET', '/units?capability=temperature&type=kitchen');
}

async function sumUp({ section, show }: Tour, { house }: Ids) {
  section('3. Sum up', 'Everything below a house, and its temperatures:');
  await show('GET', `/units/${house}/summary?of=temperature`);
}

async function follow({ section, say, show, quietly }: Tour, { house, kitchen }: Ids) {
  section('4. Follow', 'Take a position, then follow the changes:');
  const { body } = await show('GET', '/changes?kind=unit_updated,unit_linked');
  await quietly('PATCH', `/units/${kitchen}`, { name: 'Kitchen' });
  await show('GET', `/changes?kind=unit_updated,unit_linked&wait=20&cursor=${body.cursor}`);
  say('Subscribe to a condition, as a stream or by webhooks:');
  const value = { property: 'temperature', above: 28, hysteresis: 2 };
  await show('POST', '/subscriptions', {
    body: { match: { below: house, value } },
    name: 'subscription',
    only: ['events'],
  });
}

async function lookBack({ section, say, show, quietly }: Tour, { thermometer }: Ids) {
  section('5. Look back', 'Past values of a property:');
  const history = `/things/${thermometer}/properties/temperature/history`;
  const from = new Date().toISOString();
  for (const value of [20.5, 22]) {
    // What begins and ends within the same second is not kept.
    const second = Math.floor(Date.now() / 1000);
    await waitFor(() => Math.floor(Date.now() / 1000) > second + 1, { what: 'another second' });
    await quietly('PUT', `/things/${thermometer}/properties/temperature`, value);
  }
  await show('GET', `${history}?order=desc&limit=3`);
  say('By week, in a time zone:');
  await show(
    'GET',
    `${history}?from=${from}&interval=P1W&timezone=Europe/Berlin&aggregate=min,max,last`,
  );
}

async function actOnMany({ section, show }: Tour, { house }: Ids) {
  section('6. Act on many', 'Turn off all lamps of the house; first, a preview:');
  const select = { type: 'Light', below: house };
  const body = { select, property: 'on', value: false };
  await show('POST', '/interactions/batch?dry_run=true', { body });
  await show('POST', '/interactions/batch', {
    body,
    headers: { prefer: 'wait=10' },
    only: ['status', 'progress'],
  });
}

async function explain({ section, show }: Tour, { kitchen }: Ids) {
  section('7. Explain and protect', 'Who sees the kitchen, and who only has things in it:');
  await show('GET', `/units/${kitchen}/visibility?include=things`);
}

async function protect({ say, show, account, name }: Tour) {
  say('Seven of ten devices of a client are missing at once, so they are held back at first:');
  const api = await startGreenhouse();
  try {
    setDevices(api, 10);
    const client = await connectGreenhouse(account, api, 'carol');
    const id = client.split('/').at(-1)!;
    name(id, 'greenhouse');
    const things = async () => (await account.request('GET', `/things?client=${id}`)).body;
    await waitFor(async () => (await things()).length === 10, { what: 'the first poll' });
    setDevices(api, 3);
    const only = ['status', 'warnings'];
    const until = ({ body }: ApiAnswer) => body.warnings[0]?.sweep?.missing === 7;
    await show('GET', client, { only, until });
    say('Accept that they are gone:');
    await show('POST', `${client}/sweep`, { body: { action: 'accept' }, only: ['warnings'] });
  } finally {
    await api.stop();
  }
}

async function remove({ say, show, account, name }: Tour) {
  const { path: client } = await simulate(account);
  name(client.split('/').at(-1)!, 'client');
  say('A failed removal is retried and shows what is left (here a service is stopped):');
  const units = await stack().pidOf('units-service');
  process.kill(units, 'SIGSTOP');
  try {
    await show('DELETE', client, { only: ['title', 'status', 'remedy'] });
    const until = ({ body }: ApiAnswer) => body.removal.last_error && body.removal.next_attempt;
    await show('GET', client, { only: ['status', 'removal'], until });
  } finally {
    process.kill(units, 'SIGCONT');
  }
}

async function exchangeModels({ section, say, show, account }: Tour) {
  section('8. Exchange building models', 'What a Brick model would change:');
  const headers = { 'content-type': 'text/turtle' };
  const ended = {
    only: ['status', 'progress', 'failures'],
    until: ({ body }: ApiAnswer) => body.status === 'completed',
  };
  const preview = { headers, body: model, only: ['href', 'status', 'dry_run'] };
  const { body } = await show('POST', '/units/models?dry_run=true', preview);
  await show('GET', body.href, ended);
  const imported = await account.request('POST', '/units/models', { headers, body: model });
  expect(imported.status).toBe(202);
  const href = imported.body.href as string;
  await waitFor(async () => ended.until(await account.request('GET', href)));
  say('Once imported, it exports as the same model:');
  const [annex] = (await account.request('GET', '/units?name=Annex')).body as { href: string }[];
  await show('GET', `/units/models?below=${annex!.href.split('/').at(-1)!}`, {
    headers: { accept: 'text/turtle' },
  });
}

type Ids = Awaited<ReturnType<typeof build>>;

test('the tour of the graph shows what is answered', async () => {
  const whole = tour();
  const ids = await build(whole);
  await changeSafely(whole, ids);
  await find(whole, ids);
  await sumUp(whole, ids);
  await follow(whole, ids);
  await lookBack(whole, ids);
  await actOnMany(whole, ids);
  await explain(whole, ids);
  await protect(whole);
  await remove(whole);
  await exchangeModels(whole);
  if (process.env.WRITE_TOUR) writeFileSync(file, whole.text());
  expect(whole.text()).toBe(readFileSync(file, 'utf8'));
});
