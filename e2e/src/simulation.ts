import {
  simulatorClient,
  simulatorInstance,
  waitFor,
  type Account,
  type ApiAnswer,
} from '@trellis/testing';

export interface SimulatedClient {
  path: string;
  subject: string;
  read(): Promise<ApiAnswer>;
  /** Returns the addresses of the things in the subject's list. */
  things(): Promise<string[]>;
  /** Returns the address of the first weather station. */
  station(): Promise<string>;
  /** Returns the address of the first lamp. */
  lamp(): Promise<string>;
}

/** Creates an instance and a client of the simulator, and waits for its first poll. */
export async function simulate(
  { request }: Account,
  { subject = 'alice', devices = 2 } = {},
): Promise<SimulatedClient> {
  await request('POST', '/connectors/instances', { body: simulatorInstance });
  const created = await request('POST', '/connectors/clients', {
    subject,
    body: simulatorClient(devices),
  });
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = () => request('GET', path, { subject });
  const things = async () => {
    const { body } = await request('GET', '/things', { subject });
    return (body as { href: string }[]).map(({ href }) => href);
  };
  const thing = async (device: string) => {
    const { mappings } = (await read()).body as {
      mappings: { connector_thing_id: string; thing_id: string }[];
    };
    const { thing_id } = mappings.find((one) => one.connector_thing_id === device)!;
    return (await things()).find((href) => href.endsWith(thing_id))!;
  };
  await waitFor(async () => (await read()).body.status === 'STARTED', { what: 'the first poll' });
  return {
    path,
    subject,
    read,
    things,
    station: () => thing('station-1'),
    lamp: () => thing('lamp-1'),
  };
}
