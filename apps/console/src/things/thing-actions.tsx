import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { bareId } from '../api/references.js';
import type { Thing } from '../api/things.js';
import { DeleteDialog } from '../components/delete-dialog.js';
import { useTrellis } from '../session/session-context.js';

/** A delete button for things of apps. Things of a client are deleted with it. */
export function ThingActions({ thing }: { thing: Thing }) {
  const trellis = useTrellis();
  const navigate = useNavigate();
  const queries = useQueryClient();
  if ('href' in thing.created_by) return null;
  return (
    <DeleteDialog
      title={`Delete “${thing.title}”`}
      onDelete={() => trellis.delete('/things/{id}', { path: { id: bareId(thing.id) } })}
      onDeleted={async () => {
        await navigate({ to: '/things' });
        await queries.invalidateQueries({ queryKey: ['things'] });
      }}
    />
  );
}
