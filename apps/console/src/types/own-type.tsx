import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { putLogo, typeQuery, typeVersionsQuery } from '../api/types.js';
import { DeleteDialog, DialogButton, FormDialog } from '../components/dialogs.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { draftOf } from './draft.js';
import { LogoField } from './logo-field.js';
import { TypeForm } from './type-form.js';

/** Changes a type of the account: its description, its logo and its versions. */
export function OwnType({ type, logo }: { type: string; logo: string }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(typeVersionsQuery(trellis, type));
  const path = { id: type };
  const readAgain = () =>
    Promise.all(
      [['type', type], ['descriptions']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  async function onDeleted() {
    await navigate({ to: '/connectors' });
    await queries.invalidateQueries({ queryKey: ['descriptions'] });
  }
  const actions = (
    <May scope="svc.connector">
      <DeleteDialog
        label="Delete type…"
        title="Delete this connector type"
        onDelete={() => trellis.delete('/connectors/types/{id}', { path })}
        onDeleted={onDeleted}
      />
      <DialogButton label="Edit" title="Edit the type" modal={{ size: 'xl' }}>
        {(close) => <Editor type={type} onSaved={() => void readAgain().then(close)} />}
      </DialogButton>
    </May>
  );
  return (
    <Section title="Type" actions={actions}>
      <May scope="svc.connector">
        <Card>
          <Logo type={type} address={logo} onChanged={readAgain} />
        </Card>
      </May>
      <Card isFlush>
        <Loaded query={versions}>
          {(list) => (
            <List label="Versions">
              {list.map(({ version, name, created, is_current }) => (
                <ListItem
                  key={version}
                  title={`Version ${version}: ${name}`}
                  note={<Time at={created} />}
                  side={
                    is_current ? (
                      <Status tone="good">Current</Status>
                    ) : (
                      <May scope="svc.connector">
                        <RollBack type={type} version={version} onDone={readAgain} />
                      </May>
                    )
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

interface RollBackProps {
  type: string;
  version: number;
  onDone(): Promise<unknown>;
}

function RollBack({ type, version, onDone }: RollBackProps) {
  const trellis = useTrellis();
  return (
    <FormDialog
      label="Roll back"
      title={`Use version ${version} again`}
      submitLabel="Roll back"
      withCancel
      size="xs"
      onSubmit={() =>
        trellis.patch('/connectors/types/{id}', { path: { id: type }, body: { version } })
      }
      onDone={onDone}
    >
      <p>Some clients try it first. If one fails, nothing changes.</p>
    </FormDialog>
  );
}

function Editor({ type, onSaved }: { type: string; onSaved(): void }) {
  const trellis = useTrellis();
  const query = useQuery({ ...typeQuery(trellis, type), gcTime: 0 });
  return (
    <Loaded query={query} lines={10}>
      {(read) => (
        <>
          {read.secrets.length > 0 && (
            <p>
              Secrets are stored and not shown. Those that are left out stay:{' '}
              <code>{read.secrets.join(', ')}</code>
            </p>
          )}
          <TypeForm
            initial={draftOf(read)}
            submitLabel="Save"
            onSubmit={async (body, force) => {
              await trellis.put('/connectors/types/{id}', {
                path: { id: type },
                body,
                query: force ? { force: 'true' } : {},
              });
              onSaved();
            }}
          />
        </>
      )}
    </Loaded>
  );
}

interface LogoProps {
  type: string;
  address: string;
  onChanged(): Promise<unknown>;
}

function Logo({ type, address, onChanged }: LogoProps) {
  const trellis = useTrellis();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (file: File) => putLogo(trellis, type, file),
    meta: { showsProblem: true },
    onSuccess: onChanged,
  });
  return (
    <LogoField address={address} isBusy={isPending} error={error?.message} onChoose={mutate} />
  );
}
