import { format } from 'prettier';
import { serviceNames } from '../services.js';

interface Panel {
  title: string;
  /** Expressions in PromQL, by their legends. */
  queries: Record<string, string>;
  /** The unit of Grafana, such as `s`, `reqps` or `percentunit`. */
  unit: string;
}

const panel = (title: string, unit: string, queries: Panel['queries']): Panel => ({
  title,
  unit,
  queries,
});

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
    panel('Requests', 'reqps', { '{{status}}': rate(http, 'status') }),
    panel('Share of errors', 'percentunit', {
      '5xx': `sum(rate(${http}_count{status="5xx"}[$__rate_interval])) / sum(rate(${http}_count[$__rate_interval]))`,
    }),
    panel('Duration', 's', { median: quantile(0.5, http), '99 %': quantile(0.99, http) }),
    panel('Errors by route', 'reqps', {
      '{{method}} {{route}}': rate(http, 'method, route', '{status="5xx"}'),
    }),
    panel('Event streams', 'short', { '{{instance}}': 'trellis_event_streams' }),
  ],
  Calls: [
    panel('Calls', 'reqps', { '{{call}}': rate(call, 'call') }),
    panel('Calls that failed', 'reqps', {
      '{{call}} {{outcome}}': rate(call, 'call, outcome', '{outcome!="ok"}'),
    }),
    panel('Duration, age and handling (99 %)', 's', {
      duration: quantile(0.99, call),
      age: quantile(0.99, 'trellis_call_age_seconds'),
      handling: quantile(0.99, handling),
    }),
    panel('Calls answered together', 'short', {
      '{{job}}':
        'sum by (job) (rate(trellis_call_batch_size_sum[$__rate_interval])) / sum by (job) (rate(trellis_call_batch_size_count[$__rate_interval]))',
    }),
  ],
  Polls: [
    panel('Polls', 'reqps', { '{{type}} {{outcome}}': rate(poll, 'type, outcome') }),
    panel('Lateness', 's', { median: quantile(0.5, lateness), '99 %': quantile(0.99, lateness) }),
    panel('Duration by type (99 %)', 's', { '{{type}}': quantile(0.99, poll, 'le, type') }),
    panel('Webhook subscriptions', 'short', {
      '{{state}}': 'max by (state) (trellis_subscriptions)',
    }),
    panel('Messages of alert rules', 'short', {
      '{{channel}} {{outcome}}':
        'sum by (channel, outcome) (increase(trellis_alert_messages_total[1h]))',
    }),
    panel('Clients', 'short', { '{{status}}': 'max by (status) (trellis_clients)' }),
    panel('Listeners', 'short', { '{{state}}': 'sum by (state) (trellis_listeners)' }),
    panel('Agents', 'short', {
      '{{state}}': 'max by (state) (trellis_paired_agents)',
      'at {{instance}}': 'trellis_agents',
    }),
    panel('Devices heard of', 'ops', {
      '{{type}}': 'sum by (type) (rate(trellis_heard_total[$__rate_interval]))',
    }),
    panel('Events heard', 'ops', {
      '{{outcome}}': 'sum by (outcome) (rate(trellis_heard_events_total[$__rate_interval]))',
    }),
    panel('Schedules', 'short', {
      expected: 'max(trellis_schedules_expected)',
      'in the queue': 'max(trellis_schedules)',
    }),
  ],
  Jobs: [
    panel('Jobs', 'short', {
      '{{queue}} {{state}}': 'max by (queue, state) (trellis_jobs{queue!="polls"})',
    }),
    panel('Jobs set aside', 'short', {
      '{{queue}}': 'sum by (queue) (increase(trellis_jobs_set_aside_total[1h]))',
    }),
  ],
  Resources: [
    panel('CPU', 'short', {
      '{{instance}}': `rate(process_cpu_seconds_total${services}[$__rate_interval])`,
    }),
    panel('Memory', 'bytes', { '{{instance}}': `process_resident_memory_bytes${services}` }),
    panel('Event loop lag (99 %)', 's', {
      '{{instance}}': `nodejs_eventloop_lag_p99_seconds${services}`,
    }),
    panel('Memory of Redis', 'bytes', {
      used: 'max(trellis_redis_memory_bytes)',
      'at most': 'max(trellis_redis_max_memory_bytes)',
    }),
    panel('Connections of pools', 'short', {
      '{{instance}} {{pool}} used': 'trellis_database_pool_connections{state="used"}',
      '{{instance}} {{pool}} waiting': 'trellis_database_pool_waiting',
    }),
    panel('Connections of PostgreSQL', 'short', {
      '{{job}}': 'max by (job) (trellis_postgres_connections)',
      '{{job}} at most': 'max by (job) (trellis_postgres_max_connections)',
    }),
    panel('Clock skew', 's', {
      '{{instance}}': 'trellis_clock_skew_seconds',
      '{{job}} purges nothing': 'max by (job) (trellis_purging_paused)',
    }),
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

/** Returns the dashboard as text. */
export async function dashboardText(): Promise<string> {
  return format(JSON.stringify(dashboard()), { parser: 'json', printWidth: 100 });
}
