import { writeFileSync } from 'node:fs';
import { prometheusRuleFile, prometheusRuleText } from './monitoring/prometheus-rule.js';

/** Writes the alerts for the Prometheus operator. */
writeFileSync(prometheusRuleFile, await prometheusRuleText());
