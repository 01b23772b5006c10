import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { alertsQuery, type Alert } from '../api/alerts.js';
import { idOf } from '../api/references.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Page } from '../components/page.js';
import { Status } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { AlertForm } from './alert-form.js';
import { describeCondition } from './conditions.js';
import { NewSecret } from '../components/new-secret.js';

export default function AlertsScreen() {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const query = useInfiniteQuery(alertsQuery(trellis));
  async function onSaved(alert: Alert) {
    setSecret(alert.secret);
    await queries.invalidateQueries({ queryKey: ['alerts'] });
  }
  return (
    <Page
      title="Alerts"
      lead="Rules that tell you by e-mail, webhook or Slack what fails, and what works again."
      actions={
        <May scope="svc.connector">
          <AlertForm onSaved={(alert) => void onSaved(alert)} />
        </May>
      }
    >
      {secret && (
        <NewSecret secret={secret} receiver="webhook" onClose={() => setSecret(undefined)} />
      )}
      <PagedList
        query={query}
        label="Alert rules"
        empty={
          <Empty icon={IconBell} title="No alert rules yet">
            <May scope="svc.connector" otherwise="Developers create them.">
              Create one to be notified when a client of a customer fails, a device is silent or a
              battery is low.
            </May>
          </Empty>
        }
      >
        {(alert) => <AlertRow key={alert.id} alert={alert} />}
      </PagedList>
    </Page>
  );
}

const AlertRow = ({ alert }: { alert: Alert }) => (
  <ListItem
    title={
      <Link to="/alerts/$id" params={{ id: idOf(alert.href) }}>
        {alert.name}
      </Link>
    }
    note={describeCondition(alert.condition)}
    side={<AlertState alert={alert} />}
  />
);

/** Shows whether a rule fires, and whether it is silenced. */
const AlertState = ({ alert }: { alert: Alert }) => (
  <>
    {isSilenced(alert) && <Status tone="calm">Silenced</Status>}
    {alert.firing > 0 ? (
      <Status tone="bad">{`${alert.firing} firing`}</Status>
    ) : (
      <Status tone="good">Quiet</Status>
    )}
  </>
);

export const isSilenced = ({ silenced_until }: Alert): boolean =>
  silenced_until !== null && new Date(silenced_until) > new Date();
