import { serviceNames } from '../services.js';

/** Path of the dashboard. */
export const dashboardFile = 'monitoring/dashboard.json';

interface Panel {
  title: string;
  /** Expressions in PromQL, by their legends. */
  queries: Record<string, string>;
  /** The unit of Grafana, such as `s`, `reqps` or `percentunit`. */
  unit: string;
}

const rate = (metric: string, by: string, labels = '') =>
  `sum by (${by}) (rate(${metric}_count${labels}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by = 'le', labels = '') =>
  `histogram_quantile(${share}, sum by (${by}) (rate(${metric}_bucket${labels}[$__rate_interval])))`;

const http = 'trellis_http_request_duration_seconds';
const call = 'trellis_call_duration_seconds';
const handling = 'trellis_call_handling_seconds';
const lateness = 'trellis_poll_lateness_seconds';
const poll = 'trellis_poll_duration_seconds';
const services = `{job=~"${serviceNames.join('|')}"}`;

/** The rows of the dashboard, each with its panels. */
export const dashboardRows: Record<string, Panel[]> = {
  Requests: [
    { title: 'Requests', unit: 'reqps', queries: { '{{status}}': rate(http, 'status') } },
    {
      title: 'Share of errors',
      unit: 'percentunit',
      queries: {
        '5xx': `sum(rate(${http}_count{status="5xx"}[$__rate_interval])) / sum(rate(${http}_count[$__rate_interval]))`,
      },
    },
    {
      title: 'Duration',
      unit: 's',
      queries: {
        median: quantile(0.5, http),
        '99 %': quantile(0.99, http),
      },
    },
    {
      title: 'Errors by route',
      unit: 'reqps',
      queries: { '{{method}} {{route}}': rate(http, 'method, route', '{status="5xx"}') },
    },
    {
      title: 'Event streams',
      unit: 'short',
      queries: { '{{instance}}': 'trellis_event_streams' },
    },
  ],
  Calls: [
    { title: 'Calls', unit: 'reqps', queries: { '{{call}}': rate(call, 'call') } },
    {
      title: 'Calls that failed',
      unit: 'reqps',
      queries: { '{{call}} {{outcome}}': rate(call, 'call, outcome', '{outcome!="ok"}') },
    },
    {
      title: 'Duration, age and handling (99 %)',
      unit: 's',
      queries: {
        duration: quantile(0.99, call),
        age: quantile(0.99, 'trellis_call_age_seconds'),
        handling: quantile(0.99, handling),
      },
    },
    {
      title: 'Calls answered together',
      unit: 'short',
      queries: {
        '{{job}}':
          'sum by (job) (rate(trellis_call_batch_size_sum[$__rate_interval])) / sum by (job) (rate(trellis_call_batch_size_count[$__rate_interval]))',
      },
    },
  ],
  Polls: [
    {
      title: 'Polls',
      unit: 'reqps',
      queries: { '{{type}} {{outcome}}': rate(poll, 'type, outcome') },
    },
    {
      title: 'Lateness',
      unit: 's',
      queries: { median: quantile(0.5, lateness), '99 %': quantile(0.99, lateness) },
    },
    {
      title: 'Duration by type (99 %)',
      unit: 's',
      queries: { '{{type}}': quantile(0.99, poll, 'le, type') },
    },
    {
      title: 'Webhook subscriptions',
      unit: 'short',
      queries: { '{{state}}': 'max by (state) (trellis_subscriptions)' },
    },
    {
      title: 'Clients',
      unit: 'short',
      queries: { '{{status}}': 'max by (status) (trellis_clients)' },
    },
    {
      title: 'Listeners',
      unit: 'short',
      queries: { '{{state}}': 'sum by (state) (trellis_listeners)' },
    },
    {
      title: 'Devices heard of',
      unit: 'ops',
      queries: {
        '{{type}}': 'sum by (type) (rate(trellis_heard_total[$__rate_interval]))',
      },
    },
    {
      title: 'Events heard',
      unit: 'ops',
      queries: {
        '{{outcome}}': 'sum by (outcome) (rate(trellis_heard_events_total[$__rate_interval]))',
      },
    },
    {
      title: 'Schedules',
      unit: 'short',
      queries: {
        expected: 'max(trellis_schedules_expected)',
        'in the queue': 'max(trellis_schedules)',
      },
    },
  ],
  Jobs: [
    {
      title: 'Jobs',
      unit: 'short',
      queries: { '{{queue}} {{state}}': 'max by (queue, state) (trellis_jobs{queue!="polls"})' },
    },
    {
      title: 'Jobs set aside',
      unit: 'short',
      queries: { '{{queue}}': 'sum by (queue) (increase(trellis_jobs_set_aside_total[1h]))' },
    },
  ],
  Resources: [
    {
      title: 'CPU',
      unit: 'short',
      queries: { '{{instance}}': `rate(process_cpu_seconds_total${services}[$__rate_interval])` },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{instance}}': `process_resident_memory_bytes${services}` },
    },
    {
      title: 'Event loop lag (99 %)',
      unit: 's',
      queries: { '{{instance}}': `nodejs_eventloop_lag_p99_seconds${services}` },
    },
    {
      title: 'Memory of Redis',
      unit: 'bytes',
      queries: {
        used: 'max(trellis_redis_memory_bytes)',
        'at most': 'max(trellis_redis_max_memory_bytes)',
      },
    },
    {
      title: 'Connections of pools',
      unit: 'short',
      queries: {
        '{{instance}} {{pool}} used': 'trellis_database_pool_connections{state="used"}',
        '{{instance}} {{pool}} waiting': 'trellis_database_pool_waiting',
      },
    },
    {
      title: 'Connections of PostgreSQL',
      unit: 'short',
      queries: {
        '{{job}}': 'max by (job) (trellis_postgres_connections)',
        '{{job}} at most': 'max by (job) (trellis_postgres_max_connections)',
      },
    },
    {
      title: 'Clock skew',
      unit: 's',
      queries: { '{{instance}}': 'trellis_clock_skew_seconds' },
    },
  ],
};

/** Grafana's grid is 24 wide: three panels in a row. */
const size = { w: 8, h: 8 };
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** Returns the dashboard for Grafana (schema version 39). */
function dashboard(): object {
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(dashboardRows)) {
    const id = panels.length + 1;
    panels.push({ id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 } });
    y += 1;
    row.forEach((panel, index) => {
      const gridPos = { x: (index % 3) * size.w, y: y + Math.floor(index / 3) * size.h, ...size };
      panels.push(timeSeries(panel, { id: panels.length + 1, gridPos }));
    });
    y += Math.ceil(row.length / 3) * size.h;
  }
  return {
    uid: 'trellis',
    title: 'Trellis',
    tags: ['trellis'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
    },
    panels,
  };
}

const timeSeries = ({ title, unit, queries }: Panel, position: object): object => ({
  ...position,
  type: 'timeseries',
  title,
  datasource,
  fieldConfig: { defaults: { unit, min: unit === 's' ? undefined : 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
  targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    expr,
    legendFormat,
  })),
});

/** The dashboard as text, formatted as all files are. */
export async function dashboardText(): Promise<string> {
  const { format } = await import('prettier');
  return format(JSON.stringify(dashboard()), { parser: 'json', printWidth: 100 });
}
