import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormDialog, TypedConfirmation } from '../components/dialogs.js';
import { download } from '../components/download.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';

/** The scopes that let an app read or erase everything of an end user. */
const exportScopes = [
  'svc.units.read',
  'svc.connector',
  'svc.things.read',
  'svc.audit.read',
] as const;
const eraseScopes = ['svc.units.admin', 'svc.connector', 'svc.things.admin'] as const;

/** Buttons to export an end user, and to erase it once its id was typed. */
export function SubjectActions({ subject }: { subject: string }) {
  const trellis = useTrellis();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const path = `/subjects/${encodeURIComponent(subject)}/export`;
  const file = useMutation({
    mutationFn: () => download(trellis, { path, name: 'trellis-user.ndjson', timeoutMs: 600_000 }),
  });
  return (
    <>
      <May scope={exportScopes}>
        <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          Export
        </Button>
      </May>
      <May scope={eraseScopes}>
        <FormDialog
          label="Delete end user…"
          title={`Delete ${subject}?`}
          c="red"
          submitLabel="Delete end user"
          submitColor="red"
          withCancel
          onSubmit={async () =>
            (await trellis.delete('/subjects/{id}', { path: { id: subject } })).data
          }
          onDone={async ({ id }) => {
            await navigate({ to: '/erasures/$id', params: { id } });
            await queryClient.invalidateQueries({ queryKey: ['subjects'] });
          }}
        >
          <p>
            Everything that belongs to this end user is erased: clients, things, history, units,
            messages and activity. It cannot be restored. Apps learn that the clients and their
            things are deleted.
          </p>
          <TypedConfirmation text={subject} title="The id of the end user" />
        </FormDialog>
      </May>
    </>
  );
}
