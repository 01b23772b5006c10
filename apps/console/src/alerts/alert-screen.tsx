import { Alert as Notice, Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { alertQuery, type Alert, type AlertWithState } from '../api/alerts.js';
import { instanceQuery } from '../api/connectors.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { Empty, List, ListItem, Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useConnectors } from '../components/rows.js';
import { ExactTime, Facts, Moment, Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { AlertForm } from './alert-form.js';
import { isSilenced } from './alerts-screen.js';
import classes from './alerts.module.css';
import { describeCondition, limitsOf } from './conditions.js';
import { NewSecret } from '../components/new-secret.js';

export default function AlertScreen() {
  const { id } = useParams({ from: '/alerts/$id' });
  const query = useQuery(alertQuery(useTrellis(), id));
  return <Loaded query={query}>{(alert) => <Rule id={id} alert={alert} />}</Loaded>;
}

function Rule({ id, alert }: { id: string; alert: AlertWithState }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  function onSaved(saved: Alert) {
    setSecret(saved.secret);
    void queries.invalidateQueries({ queryKey: ['alert', id] });
    void queries.invalidateQueries({ queryKey: ['alerts'] });
  }
  return (
    <Page
      title={alert.name}
      back={<Link to="/alerts">Alerts</Link>}
      lead={<Lead alert={alert} />}
      actions={
        <May scope="svc.connector">
          <DeleteDialog
            title={`Delete ${alert.name}`}
            onDelete={() => trellis.delete('/alerts/{id}', { path: { id } })}
            onDeleted={() => {
              void queries.invalidateQueries({ queryKey: ['alerts'] });
              void navigate({ to: '/alerts' });
            }}
          />
          <Silence id={id} alert={alert} onSaved={onSaved} />
          <AlertForm alert={alert} onSaved={onSaved} />
        </May>
      }
    >
      {secret && (
        <NewSecret secret={secret} receiver="webhook" onClose={() => setSecret(undefined)} />
      )}
      <Fires alert={alert} />
      <Settings id={id} alert={alert} />
      <Messages alert={alert} />
    </Page>
  );
}

/** Describes the condition of a rule, with links to what it is limited to. */
function Lead({ alert: { condition } }: { alert: Alert }) {
  const { instance, client } = limitsOf(condition);
  return (
    <>
      {describeCondition(condition)}
      {instance && <InstanceLimit id={instance} />}
      {client && (
        <>
          {' · only '}
          <Link to="/clients/$id" params={{ id: client }} className={classes.inText}>
            one client
          </Link>
        </>
      )}
    </>
  );
}

function InstanceLimit({ id }: { id: string }) {
  const { data } = useQuery(instanceQuery(useTrellis(), id));
  const connector = useConnectors()(data?.connector ?? { href: '' });
  if (!connector) return null;
  return (
    <>
      {' · only of '}
      <Link to="/connectors/$type" params={{ type: connector.type_id }} className={classes.inText}>
        {connector.name}
      </Link>
    </>
  );
}

const silences = [
  { value: '1', label: 'For an hour' },
  { value: '8', label: 'For eight hours' },
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
];

interface SilenceProps {
  id: string;
  alert: Alert;
  onSaved(alert: Alert): void;
}

function Silence({ id, alert, onSaved }: SilenceProps) {
  const trellis = useTrellis();
  const silence = async (silenced_until: string | null) =>
    (await trellis.patch('/alerts/{id}', { path: { id }, body: { silenced_until } })).data;
  const end = useMutation({ mutationFn: () => silence(null), onSuccess: onSaved });
  if (isSilenced(alert)) {
    return (
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End silence
      </Button>
    );
  }
  return (
    <FormDialog
      label="Silence"
      title={`Silence ${alert.name}`}
      submitLabel="Silence"
      withCancel
      onSubmit={(entered) => {
        const until = Date.now() + Number(entered.get('hours')) * 3_600_000;
        return silence(new Date(until).toISOString());
      }}
      onDone={onSaved}
    >
      <NativeSelect
        name="hours"
        label="Send nothing"
        description="Afterwards you are notified what still fires."
        data={silences}
      />
    </FormDialog>
  );
}

const Fires = ({ alert: { fires, firing } }: { alert: AlertWithState }) => (
  <Section title={firing > fires.length ? `Fires now: ${firing}, the longest first` : 'Fires now'}>
    <Card isFlush>
      {fires.length === 0 ? (
        <Empty title="Nothing">All is well.</Empty>
      ) : (
        <List label="Fires now">
          {fires.map((one) => (
            <ListItem
              key={one.id}
              title={<Firing firing={one} />}
              note={one.detail}
              side={
                <>
                  <span>
                    Since <Moment at={one.since} />
                  </span>
                  <Status tone={one.notified ? 'bad' : 'wait'}>
                    {one.notified ? 'Notified' : 'Not notified'}
                  </Status>
                </>
              }
            />
          ))}
        </List>
      )}
    </Card>
  </Section>
);

function Firing({ firing: { kind, id, title } }: { firing: AlertWithState['fires'][number] }) {
  if (kind === 'client') {
    return (
      <Link to="/clients/$id" params={{ id }}>
        {title}
      </Link>
    );
  }
  if (kind === 'agent') {
    return (
      <Link to="/agents/$id" params={{ id }}>
        {title}
      </Link>
    );
  }
  if (kind === 'thing') {
    return (
      <Link to="/things/$id" params={{ id }}>
        {title}
      </Link>
    );
  }
  return title;
}

function Settings({ id, alert }: { id: string; alert: AlertWithState }) {
  const { email, webhook, slack, repeat_minutes, group_seconds, silenced_until } = alert;
  const hasChannel = email.length > 0 || webhook !== undefined || slack !== undefined;
  return (
    <Section
      title="Where it tells"
      actions={
        hasChannel && (
          <May scope="svc.connector">
            <TestMessage id={id} />
          </May>
        )
      }
    >
      <Card>
        <Facts
          facts={{
            'E-mail': email.length > 0 ? email.join(', ') : undefined,
            Webhook: webhook,
            Slack: slack && `${slack}/…`,
            Nowhere: hasChannel ? undefined : 'It is only shown here.',
            Collects: `for ${group_seconds} seconds`,
            Repeats: repeat_minutes === null ? 'never' : `every ${repeat_minutes} minutes`,
            'Silenced until':
              silenced_until !== null && isSilenced(alert) ? (
                <ExactTime at={silenced_until} />
              ) : undefined,
          }}
        />
      </Card>
    </Section>
  );
}

function TestMessage({ id }: { id: string }) {
  const trellis = useTrellis();
  const test = useMutation({
    mutationFn: async () => (await trellis.post('/alerts/{id}/test', { path: { id } })).data,
    meta: { showsProblem: true },
  });
  const isFine = test.data?.every(({ delivered }) => delivered);
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test message
      </Button>
      {test.error && <ProblemAlert error={test.error} />}
      {test.data && (
        <Notice color={isFine ? 'teal' : 'red'} role="status" p="sm">
          <ul className={classes.results}>
            {test.data.map(({ channel, to, delivered, detail }) => (
              <li key={`${channel} ${to}`}>
                {to}: {delivered ? 'accepted' : (detail ?? 'not accepted')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

const tones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;
const messageTexts = {
  fires: 'Firing',
  still_fires: 'Still firing',
  recovered: 'Recovered',
} as const;

const Messages = ({ alert: { messages } }: { alert: AlertWithState }) => (
  <Section title="Latest messages">
    <Card isFlush>
      {messages.length === 0 ? (
        <Empty title="None">Messages of the last seven days appear here with their outcome.</Empty>
      ) : (
        <List label="Latest messages">
          {messages.map(({ channel, to, kind, count, status, error, created }) => (
            <ListItem
              key={`${created} ${channel} ${to} ${kind}`}
              title={`${messageTexts[kind]}: ${count}`}
              note={[to, error].filter(Boolean).join(' · ')}
              side={
                <>
                  <Time at={created} />
                  <Status tone={tones[status]}>{status}</Status>
                </>
              }
            />
          ))}
        </List>
      )}
    </Card>
  </Section>
);
