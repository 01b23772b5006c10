import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** Path of the alerts, which are written by hand. */
export const alertsFile = 'monitoring/alerts.yml';
/** Path of the same alerts as the Prometheus operator takes them. */
export const prometheusRuleFile = 'k8s/overlays/production/alerts.yaml';

const head = `# Generated from ${alertsFile} by npm run monitoring:rules.\n`;

/** The alerts as an object of the Prometheus operator, formatted as all files are. */
export async function prometheusRuleText(): Promise<string> {
  const { format } = await import('prettier');
  const rules = new URL(`../../../${alertsFile}`, import.meta.url);
  const object = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'trellis' },
    spec: parse(readFileSync(rules, 'utf8')) as object,
  };
  return format(head + stringify(object), { parser: 'yaml', singleQuote: true, printWidth: 100 });
}
