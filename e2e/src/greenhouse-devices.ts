import { greenhouse, type startGreenhouse } from '@trellis/connectors/testing';
import type { Account } from '@trellis/testing';

export type Greenhouse = Awaited<ReturnType<typeof startGreenhouse>>;

export function setDevices({ equipment, states }: Greenhouse, count: number): void {
  equipment.clear();
  states.clear();
  for (let id = 1; id <= count; id += 1) {
    equipment.set(id, { id, label: `Bench ${id}`, kind: 'sensor', online: 'yes' });
    states.set(id, { temp_f: 68 });
  }
}

/** Creates an instance and a client of an API; returns the path of the client. */
export async function connectGreenhouse(
  { request }: Pick<Account, 'request'>,
  api: Greenhouse,
  subject: string,
): Promise<string> {
  const type = { connector_type_id: 'http-json' };
  await request('POST', '/connectors/instances', { body: { ...type, configuration: greenhouse } });
  const configuration = { parameters: { host: api.host, key: api.key }, interval_ms: 1_000 };
  const body = { ...type, configuration };
  const created = await request('POST', '/connectors/clients', { subject, body });
  return `/connectors/clients/${created.body.client_id}`;
}
