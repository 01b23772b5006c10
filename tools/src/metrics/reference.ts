import { metricRows as accountsService } from '@trellis/accounts-service/metrics';
import { metricRows as apiGateway } from '@trellis/api-gateway/metrics';
import { metricRows as connectorRuntime } from '@trellis/connector-runtime/metrics';
import { processMetrics, type MetricRow, type MetricRows } from '@trellis/platform';
import { metricRows as unitsService } from '@trellis/units-service/metrics';
import { format } from 'prettier';
import type { ServiceName } from '../services.js';

/** The metrics of each service, besides those of its process. */
export const serviceMetrics: Record<ServiceName, MetricRows> = {
  'api-gateway': apiGateway,
  'units-service': unitsService,
  'connector-runtime': connectorRuntime,
  'accounts-service': accountsService,
};

/** Returns the reference of all metrics, in Markdown, generated from their declarations. */
export async function metricsReference(): Promise<string> {
  const text = `# Metrics

Every service serves its metrics at \`/metrics\` on \`HEALTH_PORT\`, without authentication, in the text format of
Prometheus, beside the default metrics of [prom-client](https://github.com/siimon/prom-client#default-metrics).
[runbook.md](runbook.md) has the alerts. \`npm run docs:metrics\` generates this page.

Gauges of the whole installation, such as \`trellis_clients\`, are equal at each connector-runtime: take their maximum, not
their sum. A gauge that cannot be read is absent.

${[...sections()].map(([title, rows]) => section(title, rows)).join('\n')}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

/** Returns the rows of metrics by the services that have them. */
function sections(): Map<string, [name: string, MetricRow][]> {
  const all = Object.assign({}, ...Object.values(serviceMetrics)) as MetricRows;
  const found = new Map<string, [name: string, MetricRow][]>();
  for (const [name, row] of Object.entries(all)) {
    const having = Object.entries(serviceMetrics).filter(([, rows]) => name in rows);
    const title = having.map(([service]) => service).join(', ');
    found.set(title, [...(found.get(title) ?? []), [name, row]]);
  }
  return found;
}

const section = (title: string, metrics: [name: string, MetricRow][]): string =>
  `## ${title}\n\n${metrics.map(line).join('\n')}\n`;

function line([name, { type, labels, help }]: [name: string, MetricRow]): string {
  const list = labels.map((label) => `\`${label}\``).join(', ');
  return `- \`${name}\` (${type}${list && `; ${list}`}): ${help}`;
}

/** Metrics of other programs: the blackbox exporter of Prometheus. */
const foreignMetrics = ['probe_ssl_earliest_cert_expiry'];

/** Returns the names of all series that expressions can refer to. */
export async function knownSeries(): Promise<Set<string>> {
  const rows = Object.assign({}, ...Object.values(serviceMetrics), await processMetrics());
  const names = Object.entries(rows as (typeof serviceMetrics)['api-gateway']).flatMap(
    ([name, { type }]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
  return new Set([...names, ...foreignMetrics]);
}

/** Returns the names of the series in expressions. */
export const seriesIn = (text: string): string[] =>
  text.match(/\b(?:trellis|nodejs|process|probe)_\w+/g) ?? [];
