import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { Moment } from '../components/values.js';
import { useSession } from '../session/session.js';
import { browserText } from './browser-text.js';
import { ask, personQuery } from '../api/people.js';
import { McpClients } from './mcp-clients.js';
import { NewPassword, PasswordNow, shown } from './entry-form.js';
import { Passkeys } from './passkeys.js';
import { TwoStep } from './two-step.js';

export default function ProfileScreen() {
  const { person } = useSession();
  const query = useQuery({ ...personQuery, enabled: person !== undefined });
  if (!person) {
    return (
      <Page title="Your account">
        <Card isFlush>
          <Empty title="Not available for an API key">Sign in with your e-mail address.</Empty>
        </Card>
      </Page>
    );
  }
  return (
    <Page title="Your account" lead={`${person.name}, ${person.email}`}>
      <Loaded query={query}>
        {(current) => (
          <>
            <Section title="Password" actions={<ChangePassword />}>
              <Card>
                At least 12 characters. Changing it ends all your other sessions, and MCP clients.
              </Card>
            </Section>
            <TwoStep isOn={current?.twoFactorEnabled === true} />
            <Passkeys />
            <Sessions />
            <McpClients />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const ChangePassword = () => (
  <FormDialog
    label="Change password"
    submitLabel="Change"
    withCancel
    onSubmit={(entered) =>
      shown(
        ask('/change-password', {
          currentPassword: entered.get('current'),
          newPassword: entered.get('password'),
          revokeOtherSessions: true,
        }),
      )
    }
    onDone={() => undefined}
  >
    <PasswordNow />
    <NewPassword />
  </FormDialog>
);

interface BrowserSession {
  id: string;
  createdAt: string;
  ipAddress?: string | null;
  userAgent?: string | null;
}

const sessionsKey = ['sessions'];

function Sessions() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: () => ask<BrowserSession[]>('/list-sessions'),
  });
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
          {(sessions) => (
            <List label="Sessions">
              {sessions.map(({ id, createdAt, ipAddress, userAgent }) => (
                <ListItem
                  key={id}
                  title={<span title={userAgent ?? ''}>{browserText(userAgent ?? '')}</span>}
                  note={ipAddress}
                  side={
                    <span>
                      Since <Moment at={createdAt} />
                    </span>
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
