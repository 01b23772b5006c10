import { Button, TextInput } from '@mantine/core';
import { addressOf, ask, asPerson, type Person } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import classes from './people.module.css';
import { EntryForm } from './entry-form.js';

/** Creates the first organization of a person. */
export default function FirstOrganization({ person }: { person: Person }) {
  return (
    <EntryPage title="Create an organization">
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
      <Button
        variant="default"
        onClick={() => void ask('/sign-out', {}).then(() => window.location.reload())}
      >
        Sign out
      </Button>
    </EntryPage>
  );
}
