import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery, type Property } from '../api/things.js';
import { formatValue } from '../components/format.js';
import { Empty, Loaded } from '../components/list.js';
import { useTrellis } from '../session/session.js';
import { chartPoints, sharesOf } from './history-points.js';
import classes from './history.module.css';
import { useRefresh } from './use-refresh.js';

const ranges = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];

/** Number of points below which each gets a dot, so that a single point is visible. */
const fewPoints = 30;

interface HistoryProps {
  id: string;
  name: string;
  property: Property;
}

/** The history of a property: a line chart of numbers, or the shares of other values. */
export default function History({ id, name, property }: HistoryProps) {
  const [hours, setHours] = useState('1');
  const query = useQuery(historyQuery(useTrellis(), id, name, Number(hours)));
  useRefresh(query, property.changed);
  const title = property.title ?? name;
  return (
    <div className={classes.history}>
      <SegmentedControl
        size="xs"
        aria-label={`Time range of the history of ${title}`}
        value={hours}
        onChange={setHours}
        data={ranges}
      />
      <Loaded query={query}>
        {(intervals) => {
          const points = chartPoints(intervals, Number(hours));
          const shares = sharesOf(intervals);
          if (points.some(({ value }) => value !== null)) {
            return (
              <LineChart
                h={180}
                data={points}
                dataKey="time"
                series={[{ name: 'value', label: title, color: 'var(--good)' }]}
                curveType="linear"
                withDots={points.filter(({ value }) => value !== null).length < fewPoints}
                connectNulls={false}
                strokeWidth={2}
                valueFormatter={(value) => formatValue(value, property)}
                yAxisProps={{ domain: ['auto', 'auto'], width: 64 }}
              />
            );
          }
          if (shares.length === 0) return <Empty title="No values in this time" />;
          return (
            <ul className={classes.shares}>
              {shares.map(({ value, share }) => (
                <li key={JSON.stringify(value)}>
                  <span>{formatValue(value, property)}</span>
                  <meter min={0} max={1} value={share} aria-label={formatValue(value, property)} />
                  <span>{Math.round(share * 100)} %</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </div>
  );
}
