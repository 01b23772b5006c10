import { Button, TextInput } from '@mantine/core';
import { addressOf, ask, asPerson, type Organization, type Person } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import { Deletion, isRestorable, Restore } from './deletion.js';
import { EntryForm } from './entry-form.js';
import classes from './people.module.css';

interface Props {
  person: Person;
  organizations: Organization[];
}

/** The page of a person without an environment, or at the address of one that was deleted. */
export default function WithoutEnvironment({ person, organizations }: Props) {
  return (
    <EntryPage title={organizations.length > 0 ? 'Environments' : 'Create an organization'}>
      {organizations.length > 0 ? (
        organizations.map((organization) => (
          <Environments key={organization.id} organization={organization} />
        ))
      ) : (
        <FirstOrganization person={person} />
      )}
      <Button
        variant="default"
        onClick={() => void ask('/sign-out', {}).then(() => window.location.reload())}
      >
        Sign out
      </Button>
    </EntryPage>
  );
}

const Environments = ({
  organization: { name, role, environments },
}: {
  organization: Organization;
}) => (
  <section className={classes.form} aria-label={name}>
    <h2>{name}</h2>
    {environments.map((environment) => {
      const { id, deletion } = environment;
      if (!deletion) {
        return (
          <a key={id} href={addressOf(environment)}>
            {environment.name}
          </a>
        );
      }
      return (
        <div key={id} className={classes.stack}>
          <strong>{environment.name}</strong>
          <Deletion deletion={deletion} of="environment" />
          {role === 'owner' && isRestorable(deletion) && (
            <Restore
              onRestore={() => asPerson().post('/environments/{id}/restore', { path: { id } })}
              onDone={() => window.location.assign(addressOf(environment))}
            />
          )}
        </div>
      );
    })}
  </section>
);

const FirstOrganization = ({ person }: { person: Person }) => (
  <>
    <p className={classes.text}>
      You are signed in as {person.email}, and a member of no organization. Create one, or ask
      somebody for an invitation.
    </p>
    <EntryForm
      label="Create"
      onSubmit={async (entered) => {
        const body = { name: String(entered.get('name')).trim() };
        const { data } = await asPerson().post('/organizations', { body });
        window.location.assign(addressOf(data.environments[0]!));
      }}
    >
      <TextInput name="name" label="Name" placeholder="Acme" maxLength={256} required autoFocus />
    </EntryForm>
  </>
);
