import { certificate, Misconfigured, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';
import { isTopic } from './payload.js';

const schemes = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];

/** The address of a broker. Credentials are separate, because an address may be shown. */
const brokerUrl = z
  .string()
  .max(1024)
  .refine((text) => URL.canParse(text), 'Must be an address such as mqtts://broker.example:8883.')
  .refine(
    (text) => schemes.includes(urlOf(text)?.protocol ?? ''),
    'Must be mqtt://, mqtts://, ws:// or wss://.',
  )
  .refine((text) => urlOf(text)?.hostname !== '', 'Must name a host.')
  .refine((text) => {
    const url = urlOf(text);
    return url !== undefined && url.username === '' && url.password === '';
  }, 'Must not contain credentials: they belong in `username` and `password`.')
  .refine((text) => {
    const { protocol = '', pathname = '', search = '', hash = '' } = urlOf(text) ?? {};
    const mayEnd = isWebSocket(protocol) || ['', '/'].includes(pathname);
    return mayEnd && search === '' && hash === '';
  }, 'Must end after the port, or with ws:// and wss:// after the path.');

const isWebSocket = (protocol: string): boolean => /^wss?:$/.test(protocol);

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A user name or password that fits a field of MQTT. */
const credential = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= 65_535, 'Must be at most 65535 bytes long.')
  .refine((text) => !text.includes('\u0000'), 'Must not contain U+0000.');

export const instance = z.strictObject({
  broker_url: brokerUrl.optional().meta({
    title: 'Broker',
    description:
      'The broker of clients that name none: `mqtt://host[:port]`, `mqtts://host[:port]`, or by WebSocket ' +
      '`ws://host[:port][/path]` or `wss://host[:port][/path]`.',
    examples: ['mqtts://broker.example:8883'],
  }),
});

export const client = z
  .strictObject({
    broker_url: brokerUrl.optional().meta({
      title: 'Broker',
      description:
        'The broker: `mqtt://host[:port]` or `mqtts://host[:port]`, ports 1883 and 8883 by default; by WebSocket ' +
        '`ws://host[:port][/path]` or `wss://host[:port][/path]`. Required unless the instance names one.',
      examples: ['mqtt://192.0.2.10'],
    }),
    username: credential.min(1).optional().meta({
      title: 'User name',
      description: 'The user name at the broker, if it asks for one.',
    }),
    password: credential.optional().meta({
      ...secret,
      title: 'Password',
      description: 'The password that belongs to the user name.',
    }),
    ca: certificate.optional().meta({
      title: 'Certificates of the authority',
      description:
        'Certificates of an authority (PEM) to trust instead of the public ones, for mqtts:// and wss://.',
    }),
    discovery_prefix: z
      .string()
      .max(256)
      .refine(isPrefix, 'Must be a topic without wildcards, and not begin or end with a slash.')
      .default('homeassistant')
      .meta({
        title: 'Discovery prefix',
        description:
          'The first part of the topics of discovery messages, as it is set in the bridge or the devices.',
      }),
    status_topic: z
      .string()
      .refine(isTopic, 'Must be a topic without wildcards.')
      .optional()
      .meta({
        title: 'Status topic',
        description:
          'Where `online` is published whenever Trellis has connected, so that devices announce themselves ' +
          'anew: usually `homeassistant/status`. By default nothing is published.',
        examples: ['homeassistant/status'],
      }),
    temperature_unit: z.enum(['C', 'F']).default('C').meta({
      title: 'Unit of temperatures',
      description:
        'The unit, °C or °F, in which the devices report temperatures without naming one: usually that of the house.',
    }),
    interval_ms: pollInterval(10_000),
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    path: ['username'],
    error: 'Required with a password.',
  });

function isPrefix(text: string): boolean {
  return isTopic(text) && !text.startsWith('/') && !text.endsWith('/');
}

export interface BrokerAddress {
  hostname: string;
  port: number;
  tls: boolean;
  /** The address of the WebSocket that carries MQTT, if one does. */
  webSocketUrl: string | undefined;
  username: string | undefined;
  password: string | undefined;
  ca: string | undefined;
}

export function brokerAddress(
  ofInstance: z.output<typeof instance>,
  ofClient: z.output<typeof client>,
): BrokerAddress {
  const { username, password, ca } = ofClient;
  const address = ofClient.broker_url ?? ofInstance.broker_url;
  if (!address) {
    throw new Misconfigured('Neither the client nor its instance has a `broker_url`.', {
      cause: 'configuration_incomplete',
    });
  }
  const { protocol, hostname, port } = new URL(address);
  const tls = protocol === 'mqtts:';
  return {
    hostname,
    port: Number(port) || (tls ? 8883 : 1883),
    tls,
    webSocketUrl: isWebSocket(protocol) ? address : undefined,
    username,
    password,
    ca,
  };
}
