import { metricRows as apiGateway } from '@trellis/api-gateway/metrics';
import { metricRows as connectorRuntime } from '@trellis/connector-runtime/metrics';
import { processMetrics, type MetricRow, type MetricRows } from '@trellis/platform';
import { metricRows as unitsService } from '@trellis/units-service/metrics';
import { format } from 'prettier';
import type { ServiceName } from '../services.js';

/** Path of the reference. */
export const referenceFile = 'docs/metrics.md';

/** The metrics of each service, besides those of its process. */
export const serviceMetrics: Record<ServiceName, MetricRows> = {
  'api-gateway': apiGateway,
  'units-service': unitsService,
  'connector-runtime': connectorRuntime,
};

/** The reference of all metrics, in Markdown, generated from their declarations. */
export async function metricsReference(): Promise<string> {
  const sections = { ...serviceMetrics, 'Every process': await processMetrics() };
  const text = `# Metrics

Every service serves its metrics at \`/metrics\` on \`HEALTH_PORT\`, in the text format of Prometheus 0.0.4.
Without \`HEALTH_PORT\` they are not served; the port is for the operator and has no authentication, so do
not publish it. \`npm start\` gives the services ports of their own from \`HEALTH_PORT\` on.

No label names an account, an end user, a client or a thing: the number of series does not grow with them.
Gauges of the whole installation, such as \`trellis_clients\`, are the same at each connector-runtime: take
their maximum, not their sum. A gauge that cannot be read, for example while the database is down, is
absent. [runbook.md](runbook.md) has the alerts on these metrics. \`npm run docs:metrics\` generates this page
from the declarations (\`src/metrics.ts\` of each app).

${Object.entries(sections)
  .map(([title, rows]) => section(title, rows))
  .join('\n')}`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

function section(title: string, metrics: MetricRows): string {
  const rows = Object.entries(metrics).map(
    ([name, row]) =>
      `| \`${name}\` | ${row.type} | ${unitOf(name)} | ${labelsOf(row)} | ${row.help.replaceAll('|', '\\|')} |`,
  );
  const head = '| metric | type | unit | labels | meaning |\n| --- | --- | --- | --- | --- |';
  return `## ${title}\n\n${head}\n${rows.join('\n')}\n`;
}

/** The unit, which the name of a metric ends in. */
const unitOf = (name: string): string => /_(seconds|bytes)(_total)?$/.exec(name)?.[1] ?? '';

const labelsOf = ({ labels }: MetricRow): string =>
  labels.map((label) => `\`${label}\``).join(', ');
