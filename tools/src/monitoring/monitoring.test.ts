import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { installed } from '@trellis/testing';
import { knownSeries, seriesIn, serviceMetrics } from '../metrics/reference.js';
import { serviceNames } from '../services.js';
import { dashboardRows } from './dashboard.js';
import { alertsFile } from './prometheus-rule.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const folder = fileURLToPath(new URL('monitoring/', root));

const rules = read(alertsFile);
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);

const queries = Object.values(dashboardRows).flatMap((panels) =>
  panels.flatMap((panel) => Object.values(panel.queries)),
);

test.each([
  ['the alerts', rules],
  ['the dashboard', queries.join('\n')],
])('every metric in %s exists', async (_what, text) => {
  const known = await knownSeries();
  expect(seriesIn(text).length).toBeGreaterThan(10);
  expect(seriesIn(text).filter((name) => !known.has(name))).toEqual([]);
});

test('every metric of ours is on the dashboard', () => {
  const shown = new Set(seriesIn(queries.join('\n')).map(baseOf));
  const ours = Object.values(serviceMetrics).flatMap((rows) => Object.keys(rows));
  // A limit that is configured and does not change.
  const hidden = ['trellis_database_pool_max_connections'];
  expect(new Set(ours.filter((name) => !shown.has(name)))).toEqual(new Set(hidden));
});

const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

test.each([
  ['the alerts', rules],
  ['the dashboard', queries.join('\n')],
])('%s select jobs by the names of the services', (_what, text) => {
  const jobs = [...text.matchAll(/\bjob=~?"([^"]+)"/g)].flatMap(([, names]) => names!.split('|'));
  expect(new Set(jobs)).toEqual(new Set(serviceNames));
});

test('every service is missed when nothing of it is scraped', () => {
  for (const name of serviceNames) expect(rules).toContain(`absent(up{job="${name}"})`);
});

test('every alert has an entry in the runbook, which it refers to, and a test both ways', () => {
  const runbook = read('docs/runbook.md').split('## Alerts\n')[1]!;
  const entries = runbook.split(/^### /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(alerts);
  const parts = ['Meaning', 'Look', 'Do'];
  for (const entry of entries) {
    for (const part of parts) expect(entry).toMatch(`**${part}.** `);
  }
  const tests = read('monitoring/alerts.test.yml');
  for (const alert of alerts) {
    expect(rules).toContain(`runbook: docs/runbook.md#${alert.toLowerCase()}\n`);
    const cases = tests
      .split(/^ {2}- name: /m)
      .filter((text) => text.includes(`alertname: ${alert}\n`));
    expect(cases.some((text) => text.includes('exp_labels'))).toBe(true);
    expect(cases.some((text) => text.includes('exp_alerts: []'))).toBe(true);
  }
});

(installed('promtool') ? describe : describe.skip)('promtool', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  test('finds that each alert fires when it must, and only then', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatch('SUCCESS');
  });

  test('understands every query of the dashboard', () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-dashboard-'));
    try {
      const records = queries.map((expr, index) => ({
        record: `query_${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }));
      const file = join(directory, 'queries.yml');
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
      expect(promtool('check', 'rules', file)).toMatch(`${queries.length} rules found`);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
