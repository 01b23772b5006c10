import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isScarce, limitsQuery, shareInUse, type Quota } from '../api/account.js';
import { wordsOf } from '../components/format.js';
import { Loaded } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { Table } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import classes from './limits.module.css';
import { RetentionCard } from './retention-card.js';

const format = new Intl.NumberFormat();

export default function LimitsScreen() {
  const query = useQuery(limitsQuery(useTrellis()));
  return (
    <Page
      title="Limits"
      lead="Requests that exceed a quota are refused. Deleting frees the quota at once."
    >
      <Card isFlush>
        <Loaded query={query} lines={8}>
          {(quotas) => (
            <Table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Quota</th>
                  <th scope="col">Used</th>
                  <th scope="col" className={classes.number}>
                    Limit
                  </th>
                </tr>
              </thead>
              <tbody>
                {quotas.map((quota) => (
                  <QuotaRow key={quota.name} quota={quota} />
                ))}
              </tbody>
            </Table>
          )}
        </Loaded>
      </Card>
      <RetentionCard />
    </Page>
  );
}

function QuotaRow({ quota }: { quota: Quota }) {
  const { name, counts, limit, used, per } = quota;
  const title = wordsOf(name);
  const isSaid = title.toLowerCase().endsWith(counts);
  return (
    <tr>
      <th scope="row">
        <div>{title}</div>
        {!isSaid && <div className={classes.note}>{counts}</div>}
      </th>
      <td>
        {used === undefined ? (
          <span className={classes.note}>–</span>
        ) : (
          <>
            <div>{format.format(used)}</div>
            <Progress
              value={shareInUse(quota) * 100}
              color={isScarce(quota) ? 'red' : 'teal'}
              size="xs"
              mt={4}
              aria-label={`${title} in use`}
            />
          </>
        )}
      </td>
      <td className={classes.number}>
        {format.format(limit)}
        {used === undefined && <div className={classes.note}>{`per ${per}`}</div>}
      </td>
    </tr>
  );
}
