import { writeFileSync } from 'node:fs';
import { dashboardFile, dashboardText } from './monitoring/dashboard.js';

/** Writes the dashboard for Grafana. */
writeFileSync(dashboardFile, await dashboardText());
