import { Alert, Button, Checkbox, Code, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyTextButton } from '../components/code-text.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { Loaded, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/values.js';
import {
  asPerson,
  membersQuery,
  roleNames,
  roleTexts,
  waysQuery,
  type Invitation,
  type Member,
  type Organization,
  type Role,
} from '../api/people.js';
import classes from './people.module.css';

interface MembersProps {
  organization: Organization;
  /** The address of the person who is signed in. */
  email: string;
}

export function Members({ organization, email }: MembersProps) {
  const { id, role } = organization;
  const isOwner = role === 'owner';
  const queries = useQueryClient();
  const options = membersQuery(id);
  const query = useQuery(options);
  const [invited, setInvited] = useState<Invitation>();
  const refresh = () => void queries.invalidateQueries({ queryKey: options.queryKey });
  function onInvited(invitation: Invitation) {
    setInvited(invitation);
    refresh();
  }
  return (
    <Section title="Members" actions={isOwner && <Invite id={id} onInvited={onInvited} />}>
      {invited?.link && (
        <InvitationLink invitation={invited} onClose={() => setInvited(undefined)} />
      )}
      <Card isFlush>
        <Loaded query={query}>
          {({ members, invitations }) => (
            <List label="Members">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  {...{ organization, member }}
                  isSelf={member.email === email}
                  onChanged={refresh}
                />
              ))}
              {invitations.map((invitation) => (
                <ListItem
                  key={invitation.id}
                  title={invitation.email}
                  note={
                    <>
                      Invited as {invitation.role} · expires <Time at={invitation.expires} />
                    </>
                  }
                  side={isOwner && <Withdraw {...{ id, invitation }} onDone={refresh} />}
                />
              ))}
            </List>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}

interface MemberRowProps {
  organization: Organization;
  member: Member;
  isSelf: boolean;
  onChanged(): void;
}

function MemberRow({ organization, member, isSelf, onChanged }: MemberRowProps) {
  const isOwner = organization.role === 'owner';
  return (
    <ListItem
      title={`${member.name}${isSelf ? ' (you)' : ''}`}
      note={`${member.email} · ${member.two_factor ? 'two-step sign-in' : 'password only'}`}
      side={
        <>
          {isOwner ? (
            <RoleSelect {...{ organization, member, onChanged }} />
          ) : (
            <span>{member.role}</span>
          )}
          {(isOwner || isSelf) && <Remove {...{ organization, member, isSelf, onChanged }} />}
        </>
      }
    />
  );
}

function RoleSelect({ organization: { id }, member, onChanged }: Omit<MemberRowProps, 'isSelf'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (role: Role) =>
      asPerson().patch('/organizations/{id}/members/{other}', {
        path: { id, other: member.id },
        body: { role },
      }),
    onSettled: onChanged,
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${member.name}`}
      title={roleTexts[member.role]}
      value={member.role}
      disabled={isPending}
      data={roleNames}
      onChange={(event) => mutate(event.currentTarget.value as Role)}
    />
  );
}

const Remove = ({ organization: { id, name }, member, isSelf, onChanged }: MemberRowProps) => (
  <DeleteDialog
    label={isSelf ? 'Leave' : 'Remove'}
    title={isSelf ? `Leave ${name}` : `Remove ${member.name}`}
    onDelete={() =>
      asPerson().delete('/organizations/{id}/members/{other}', { path: { id, other: member.id } })
    }
    onDeleted={isSelf ? () => window.location.assign('/console') : onChanged}
  >
    <p className={classes.text}>Access ends within five minutes.</p>
  </DeleteDialog>
);

interface WithdrawProps {
  id: string;
  invitation: Invitation;
  onDone(): void;
}

const Withdraw = ({ id, invitation, onDone }: WithdrawProps) => (
  <DeleteDialog
    label="Withdraw"
    title={`Withdraw the invitation of ${invitation.email}`}
    onDelete={() =>
      asPerson().delete('/organizations/{id}/invitations/{other}', {
        path: { id, other: invitation.id },
      })
    }
    onDeleted={onDone}
  />
);

interface InviteProps {
  id: string;
  onInvited(invitation: Invitation): void;
}

const Invite = ({ id, onInvited }: InviteProps) => (
  <FormDialog
    label="Invite"
    title="Invite somebody"
    isPrimary
    submitLabel="Invite"
    withCancel
    onSubmit={async (entered) => {
      const body = {
        email: String(entered.get('email')).trim(),
        role: String(entered.get('role')) as Role,
        send: entered.get('send') !== null,
      };
      return (await asPerson().post('/organizations/{id}/invitations', { path: { id }, body }))
        .data;
    }}
    onDone={onInvited}
  >
    <TextInput name="email" type="email" label="E-mail address" required data-autofocus />
    <NativeSelect
      name="role"
      label="Role"
      defaultValue="developer"
      data={roleNames.map((value) => ({ value, label: `${value}: ${roleTexts[value]}` }))}
    />
    <SendByMail />
  </FormDialog>
);

/** A choice that only installations with a mail server have. */
function SendByMail() {
  const { data: ways } = useQuery(waysQuery);
  return ways?.sends_mail && <Checkbox name="send" label="Send the link by e-mail" />;
}

const InvitationLink = ({
  invitation: { email, link },
  onClose,
}: {
  invitation: Invitation;
  onClose(): void;
}) => (
  <Alert color="yellow" title={`Send this link to ${email}: it is not shown again`} role="alert">
    Whoever has it can sign up with that address. It works once, for seven days.
    <Code block my="xs" className={classes.invitation}>
      {link}
    </Code>
    <Group gap="xs">
      {link && <CopyTextButton text={link} />}
      <Button variant="default" onClick={onClose}>
        I have sent it
      </Button>
    </Group>
  </Alert>
);
