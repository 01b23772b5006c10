import { Checkbox, TextInput } from '@mantine/core';
import { scopeNames, scopeTexts, type App, type Scope } from '../api/account.js';
import { FormDialog } from '../components/dialogs.js';
import { useSession } from '../session/session.js';
import classes from './apps.module.css';

export function NewApp({ onCreated }: { onCreated(app: App): void }) {
  const { trellis, scopes: granted } = useSession();
  // An app cannot grant scopes that it lacks itself.
  const offered = scopeNames.filter((scope) => granted.includes(scope));
  async function create(entered: FormData): Promise<App> {
    const scopes = entered.getAll('scopes') as Scope[];
    if (scopes.length === 0) throw new Error('Choose at least one scope.');
    const body = { name: String(entered.get('name')).trim(), scopes };
    return (await trellis.post('/apps', { body })).data;
  }
  return (
    <FormDialog
      label="Register app"
      title="Register an app"
      isPrimary
      submitLabel="Register"
      onSubmit={create}
      onDone={onCreated}
    >
      <TextInput
        name="name"
        label="Name"
        placeholder="Dashboard"
        maxLength={256}
        required
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        description={
          offered.length < scopeNames.length
            ? 'Only scopes of the app with which you are signed in.'
            : 'Scopes cannot be added later. Choose only what the app needs.'
        }
      >
        <div className={classes.choices}>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              size="xs"
              label={scopeTexts[scope]}
              description={<code>{scope}</code>}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  );
}
