import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { instanceActivityQuery, type HourOfInstance } from '../api/connectors.js';
import { counted } from '../components/format.js';
import { Empty, Loaded } from '../components/list.js';
import { Card } from '../components/page.js';
import { Status } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import { healthFigures, healthPoints, secondsText, type HealthFigures } from './health-figures.js';
import classes from './health.module.css';

/** Charts of how the polls of an instance's clients went in the last hours. */
export default function Health({ instance }: { instance: string }) {
  const query = useQuery(instanceActivityQuery(useTrellis(), instance));
  return (
    <Loaded query={query} lines={6}>
      {({ hours }) => {
        const figures = healthFigures(hours);
        if (figures) return <Charts hours={hours} figures={figures} />;
        return (
          <Card>
            <Empty title="No polls in the last 24 hours">
              How many succeed, how long they take and how late they begin is shown here.
            </Empty>
          </Card>
        );
      }}
    </Loaded>
  );
}

const number = new Intl.NumberFormat('en');

interface ChartsProps {
  hours: HourOfInstance[];
  figures: HealthFigures;
}

function Charts({ hours, figures }: ChartsProps) {
  const points = healthPoints(hours);
  const { polls, failed, late } = figures;
  const seconds = {
    h: 150,
    data: points,
    dataKey: 'time',
    curveType: 'linear',
    connectNulls: false,
    // A single hour is a point.
    withDots: points.filter(({ mean }) => mean !== null).length < fewPoints,
    strokeWidth: 2,
    valueFormatter: secondsText,
    xAxisProps,
    yAxisProps: { width: 56, tickCount: 3 },
  } as const;
  return (
    <div className={classes.charts}>
      <Figure
        title="Success"
        figure={figures.success}
        note={`${number.format(failed)} of ${counted(polls, 'poll')} failed`}
      >
        <BarChart
          h={150}
          data={points}
          dataKey="time"
          type="stacked"
          series={[
            { name: 'failed', label: 'Failed', color: 'var(--bad)' },
            { name: 'succeeded', label: 'Succeeded', color: 'var(--good)' },
          ]}
          xAxisProps={xAxisProps}
          yAxisProps={{ width: 44, tickCount: 3, allowDecimals: false }}
        />
      </Figure>
      <Figure
        title="Duration"
        figure={figures.mean}
        note={`on average, at most ${figures.longest}`}
        legend={
          <>
            <Status tone="good">on average</Status>
            <Status tone="wait">{`at most ${figures.longest}`}</Status>
          </>
        }
      >
        <LineChart
          {...seconds}
          series={[
            { name: 'mean', label: 'Average', color: 'var(--good)' },
            { name: 'longest', label: 'Longest', color: 'var(--wait)' },
          ]}
        />
      </Figure>
      <Figure
        title="Lateness"
        figure={figures.lateness}
        note={
          late === 0
            ? 'at most, none over a minute'
            : `at most, ${counted(late, 'poll')} over a minute`
        }
      >
        <LineChart
          {...seconds}
          series={[{ name: 'lateness', label: 'Longest', color: 'var(--wait)' }]}
        />
      </Figure>
    </div>
  );
}

/** Every sixth hour is named. */
const xAxisProps = { interval: 5 };

/** Number of hours below which each gets a dot. */
const fewPoints = 12;

interface FigureProps {
  title: string;
  figure: string;
  note: string;
  /** The colors of the lines. */
  legend?: ReactNode;
  children: ReactNode;
}

const Figure = ({ title, figure, note, legend, children }: FigureProps) => (
  <Card>
    <figure className={classes.figure} aria-label={`${title}: ${figure}, ${note}`}>
      <figcaption>
        <h3>{title}</h3>
        <div className={classes.value}>{figure}</div>
        <div className={classes.note}>{legend ?? note}</div>
      </figcaption>
      {children}
    </figure>
  </Card>
);
