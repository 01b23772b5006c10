import { readConnectors, readVendors, type Entry } from '@trellis/catalog/entries';
import type { Connector } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';

/** Needs of the connectors that are programs, and their peers in tests. */
const programs: Record<string, { needs: string; tested: string }> = {
  simulator: { needs: 'Nothing.', tested: 'itself' },
  'mqtt-discovery': {
    needs: 'The address of an MQTT broker, and its credentials.',
    tested: 'Mosquitto with messages of Zigbee2MQTT, Tasmota and ESPHome',
  },
  wot: { needs: 'The address of a Thing Description.', tested: 'node-wot, webthing' },
  'philips-hue': {
    needs: 'The address of the bridge, and a press of its button.',
    tested: 'answers of a bridge',
  },
  netatmo: { needs: 'An account at Netatmo.', tested: 'answers that its documentation shows' },
  'home-assistant': {
    needs: 'The address of Home Assistant, and an access token of it.',
    tested: 'Home Assistant',
  },
  modbus: {
    needs: 'The address of the device or its gateway, with Modbus TCP switched on there.',
    tested: 'pymodbus and mbpoll',
  },
  'http-json': { needs: 'Depends on the API.', tested: 'APIs that its tests describe' },
};

/** Returns a table of everything that can be connected. */
export async function catalogTable(): Promise<string> {
  const entries = new Map(readVendors().map((entry) => [entry.id, entry]));
  const all = [...connectors, ...readConnectors()].toSorted(byName);
  const rows = all.map((connector) => rowOf(connector, entries.get(connector.typeId)));
  return `# Technologies

What can be connected to Trellis: ${all.length} technologies, of which ${entries.size} are vendors described in \`vendors\`.
\`npm run generate:catalog\` writes this page.

Each vendor is tested against recorded answers, none against a device. Those of vendors \`from documentation\` were compared
with what the documentation or public clients show; those that are \`not verified\` were written from knowledge of the API
alone, so expect mistakes. Vendors that are \`reported to work\` are used by somebody. [Describing a vendor](../../docs/connectors.md#vendors)
says how another one is added.

${aligned([head, head.map(() => '---'), ...rows])}
`;
}

const head = ['technology', 'category', 'type', 'what it reports', 'tested', 'needs', 'listens'];

function rowOf(connector: Connector, entry: Entry | undefined): string[] {
  const { typeId, name, category = '', listen, hook } = connector;
  const known = entry ?? programs[typeId];
  if (!known) throw new Error(`tools/src/catalog/table.ts has no row for ${typeId}.`);
  const listens = [listen && 'yes', hook && 'webhooks'].filter(Boolean).join(', ');
  return [
    entry ? `[${name}](${entry.documentation})` : name,
    category,
    `\`${typeId}\``,
    entry ? reported(entry).join(', ') : connector.description,
    known.tested,
    known.needs,
    listens || 'no',
  ];
}

/** Returns the capabilities and other properties of the devices of a vendor; those that can be written are bold. */
function reported({ configuration: { devices } }: Entry): string[] {
  const properties = devices.flatMap(({ properties = [] }) => properties);
  const actions = devices.flatMap(({ actions = [] }) => actions);
  const names = [...properties, ...actions].map(({ capability, name, ...one }) => {
    const text = `\`${capability ?? name}\``;
    return 'write' in one || 'request' in one ? `**${text}**` : text;
  });
  return [...new Set(names)];
}

/** Lays out a table as prettier does. */
function aligned(rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        cell.padEnd(widths[column]!, cell === '---' ? '-' : ' '),
      );
      return `| ${cells.join(' | ')} |`;
    })
    .join('\n');
}

const byName = ({ name: one }: Connector, { name: other }: Connector) =>
  one.localeCompare(other, 'en');
