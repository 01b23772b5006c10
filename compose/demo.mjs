// Connects the end user alice to the broker of the demo, and shows her things.
import { setTimeout as pause } from 'node:timers/promises';

const gateway = process.env.GATEWAY ?? 'http://api-gateway:3000';
const broker = process.env.BROKER ?? 'mqtt://mosquitto:1883';

const token = await fetch(`${gateway}/oauth2/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: process.env.DEMO_CLIENT_SECRET,
  }),
});
if (!token.ok) throw new Error(`No access token: ${await token.text()}`);
const { access_token } = await token.json();

/** Sends a request for alice, or for the whole account. */
const request = (path, body, subject = 'alice') =>
  fetch(`${gateway}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      ...(subject && { 'x-external-subject-id': subject }),
      accept: 'application/ld+json, application/json',
    },
    body: body && JSON.stringify(body),
  });

/** Creates something that may exist from an earlier run. */
async function create(path, configuration, subject) {
  const body = { connector_type_id: 'mqtt-discovery', configuration };
  const answer = await request(path, body, subject);
  if (!answer.ok && answer.status !== 409) throw new Error(`${path}: ${await answer.text()}`);
}
await create('/connectors/instances', {}, null);
await create('/connectors/clients', { broker_url: broker, interval_ms: 5000 });

let things = [];
for (let attempt = 0; attempt < 60 && things.length === 0; attempt++) {
  await pause(1000);
  things = await (await request('/things')).json();
}
if (things.length === 0) throw new Error('The thermometer did not come.');
for (const { id, title, properties } of things) {
  console.log(`${title} (${id}): ${Object.keys(properties).join(', ')}`);
}
