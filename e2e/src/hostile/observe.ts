import { waitFor, type Account, type Stack } from '@trellis/testing';
import { openStream } from '../open-stream.js';
import type { TargetEvent, ValueEvent } from './check.js';
import type { SimulatedDevice } from './device.js';
import type { Value } from './kinds.js';

/** A device, and everything that the product says of the property that is written. */
export interface Observed {
  device: SimulatedDevice;
  subject: string;
  /** The address of the property. */
  href: string;
  /** The values, in the order of their events. */
  values: readonly ValueEvent[];
  /** The targets, in the order of their events. */
  targets: TargetEvent[];
  /** The property as the thing shows it. */
  shown(): Promise<{
    value?: Value;
    target?: { value: Value; status: string; requested: string };
  }>;
}

interface ThingEvent {
  time: string;
  thing?: { href: string };
  property?: { name: string };
  value?: ValueEvent['value'];
  target?: Pick<TargetEvent, 'value' | 'status'> & { requested: string };
}

interface Given {
  stack: Pick<Stack, 'address'>;
  account: Account;
  device: SimulatedDevice;
}

/** Creates a client for a device, and records its events. */
export async function observe({ stack, account, device }: Given): Promise<Observed> {
  const subject = device.prefix;
  const headers = { accept: 'application/ld+json' };
  const { events } = await openStream(`${stack.address}/api/v1/events`, {
    token: account.token,
    'x-external-subject-id': subject,
  });
  const created = await account.request('POST', '/connectors/clients', {
    subject,
    body: {
      connector_type_id: 'mqtt-discovery',
      configuration: { discovery_prefix: device.prefix, interval_ms: 1_000 },
    },
  });
  const client = `/connectors/clients/${created.body.client_id}`;
  const only = async () => (await account.request('GET', '/things', { subject, headers })).body[0];
  const thing = await waitFor(
    async () => {
      const { connection } = (await account.request('GET', client)).body;
      return connection?.state === 'connected' && (await only());
    },
    { what: device.title },
  );
  const { property } = device;
  const all = () =>
    events
      .map(({ data }) => data as ThingEvent)
      .filter((event) => event.property?.name === property);
  return {
    device,
    subject,
    href: thing.properties[property].forms[0].href,
    get values() {
      return all().flatMap((event) =>
        'value' in event ? [{ value: event.value, at: Date.parse(event.time) }] : [],
      );
    },
    get targets() {
      return all().flatMap(({ target, time }) =>
        target
          ? [{ ...target, requested: Date.parse(target.requested), at: Date.parse(time) }]
          : [],
      );
    },
    shown: async () => (await only()).properties[property],
  };
}
