import { execFileSync } from 'node:child_process';
import { startHomeAssistant, startHueBridge, startWebThing } from '@trellis/connectors/testing';
import { startMosquitto } from '@trellis/testing';
import { connectAsync } from 'mqtt';
import { generate } from 'selfsigned';

/**
 * The devices of a home, in its network: a program of its own. Reports how clients reach them, and then each command that
 * arrives at one of them, by its name.
 */
const { NAME } = process.env as Record<string, string>;
const arrived = (device: string, value: unknown) => process.send!({ device, value });

const bridge = await startHueBridge();
const { put } = bridge.state;
bridge.state.put = (...given) => {
  arrived('hue', given);
  return put(...given);
};

const home = await startHomeAssistant();
const { push } = home.calls;
home.calls.push = (...given) => {
  arrived('home-assistant', given);
  return push.apply(home.calls, given);
};

const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
  keyType: 'ec',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
});
const broker = (await startMosquitto({ tls: { certificate: cert, key } }))!;
const lamp = await connectAsync(broker.url, { ca: cert });
lamp.on('message', (_topic, message) => {
  arrived('mqtt', String(message));
  lamp.publish('lamp/state', message, { retain: true });
});
await lamp.subscribeAsync('lamp/set');
const announcement = {
  name: null,
  unique_id: 'lamp',
  device: { identifiers: ['lamp'], name: 'MQTT lamp' },
  command_topic: 'lamp/set',
  state_topic: 'lamp/state',
};
await lamp.publishAsync('homeassistant/light/lamp/config', JSON.stringify(announcement), {
  retain: true,
});
await lamp.publishAsync('lamp/state', 'OFF', { retain: true });

/** The address at which every home has a thing. */
const origin = 'http://192.168.1.20:8080';
const thing = await startWebThing({});
const rule = 'OUTPUT -p tcp -d 192.168.1.20 --dport 8080 -j REDIRECT --to-ports';
execFileSync('/bin/sh', ['-c', `iptables -t nat -A ${rule} ${new URL(thing.origin).port}`]);
let isOn = false;
thing.answers['/'] = (_request, response) => {
  response.setHeader('content-type', 'application/td+json');
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: `urn:example:${NAME}`,
    title: `Thing of ${NAME}`,
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: { on: { type: 'boolean', forms: [{ href: `${origin}/on` }] } },
  };
};
thing.answers['/on'] = ({ method, body }, response) => {
  if (method !== 'PUT') return isOn;
  isOn = JSON.parse(body) as boolean;
  arrived('wot', isOn);
  response.writeHead(204).end();
  return undefined;
};

process.on('disconnect', () => process.exit());
process.on('message', () => {
  lamp.publish('lamp/state', 'ON', { retain: true });
});
process.send!({
  hue: { host: bridge.host, application_key: bridge.key },
  'home-assistant': { url: home.url, token: home.token },
  mqtt: { broker_url: broker.url, ca: cert },
  wot: { url: `${origin}/` },
});
