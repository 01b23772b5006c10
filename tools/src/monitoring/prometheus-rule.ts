import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { parse, stringify } from 'yaml';

/** Path of the alerts, which are written by hand. */
export const alertsFile = 'monitoring/alerts.yml';

const head = `# Generated from ${alertsFile} by npm run monitoring:rules.\n`;

/** Returns the alerts as an object of the Prometheus operator. */
export async function prometheusRuleText(): Promise<string> {
  const rules = new URL(`../../../${alertsFile}`, import.meta.url);
  const object = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'trellis' },
    spec: parse(readFileSync(rules, 'utf8')) as object,
  };
  return format(head + stringify(object), { parser: 'yaml', singleQuote: true, printWidth: 100 });
}
