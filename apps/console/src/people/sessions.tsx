import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api/people.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Moment, Status } from '../components/values.js';
import { isLocal } from '../session/settings.js';
import { addressText } from './address-text.js';
import { browserText } from './browser-text.js';

interface BrowserSession {
  id: string;
  createdAt: string;
  ipAddress?: string | null;
  userAgent?: string | null;
}

const sessionsKey = ['sessions'];

async function readSessions() {
  const [sessions, current] = await Promise.all([
    ask<BrowserSession[]>('/list-sessions'),
    ask<{ session: BrowserSession } | null>('/get-session'),
  ]);
  return { sessions, current: current?.session.id };
}

/** Lists the sessions of the person. */
export function Sessions() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: sessionsKey, queryFn: readSessions });
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('/revoke-other-sessions', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
  return (
    <Section
      title="Sessions"
      actions={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          Sign out everywhere else
        </Button>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {({ sessions, current }) => (
            <List label="Sessions">
              {sessions.map(({ id, createdAt, ipAddress, userAgent }) => (
                <ListItem
                  key={id}
                  title={<span title={userAgent ?? ''}>{browserText(userAgent ?? '')}</span>}
                  note={addressText(ipAddress ?? '', isLocal())}
                  side={
                    <>
                      <span>
                        Since <Moment at={createdAt} />
                      </span>
                      {id === current && <Status tone="good">This browser</Status>}
                    </>
                  }
                />
              ))}
            </List>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}
