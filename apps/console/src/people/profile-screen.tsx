import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../components/dialogs.js';
import { Empty, Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { useSession } from '../session/session.js';
import { ask, personQuery } from '../api/people.js';
import { McpClients } from './mcp-clients.js';
import { NewPassword, PasswordNow, shown } from './entry-form.js';
import { Passkeys } from './passkeys.js';
import { Sessions } from './sessions.js';
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
