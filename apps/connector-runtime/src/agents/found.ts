import { isIPv6 } from 'node:net';
import type { Connector } from '@trellis/connector-sdk';
import type { Agent, ConnectOverview, FoundService } from '@trellis/contracts';

type Found = NonNullable<ConnectOverview['found']>[number];

/** Returns the technologies that connected agents have found, with the configurations that lead to them. */
export function findTechnologies(
  agents: readonly Agent[],
  connectors: readonly Pick<Connector, 'typeId' | 'announced'>[],
): Found[] {
  return agents
    .filter(({ state }) => state === 'online')
    .flatMap(({ id, report }) =>
      (report?.found ?? []).flatMap((service) =>
        connectors.flatMap(({ typeId, announced = [] }) =>
          announced
            .filter(({ type }) => type === service.type)
            .map(({ configuration }) => ({
              agent: id,
              connector_type_id: typeId,
              name: service.name,
              configuration: fill(configuration, service),
            })),
        ),
      ),
    );
}

function fill(
  configuration: Readonly<Record<string, string>>,
  { address, port }: FoundService,
): Record<string, string> {
  const host = isIPv6(address) ? `[${address}]` : address;
  return Object.fromEntries(
    Object.entries(configuration).map(([name, template]) => [
      name,
      template.replaceAll('{address}', host).replaceAll('{port}', String(port)),
    ]),
  );
}
