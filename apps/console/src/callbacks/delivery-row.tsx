import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '../api/account.js';
import { resourceQuery } from '../api/pages.js';
import { DialogButton } from '../components/dialogs.js';
import { Json, Status, Time } from '../components/values.js';
import { counted } from '../components/format.js';
import { ListItem, Loaded } from '../components/list.js';
import { useTrellis } from '../session/session.js';

const tones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const { id, type, status, attempts, response_status, error, created } = delivery;
  const again = useMutation({
    mutationFn: () => trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const outcome = response_status === undefined ? error : `Status ${response_status}`;
  return (
    <ListItem
      title={type}
      note={[counted(attempts, 'attempt'), outcome].filter(Boolean).join(' · ')}
      side={
        <>
          <Time at={created} />
          <Status tone={tones[status]}>{status}</Status>
          <DialogButton label="Show" title={type} modal={{ size: 'lg' }}>
            {() => <Payload id={id} />}
          </DialogButton>
          {status !== 'pending' && (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              Redeliver
            </Button>
          )}
        </>
      }
    />
  );
}

function Payload({ id }: { id: string }) {
  const path = { id };
  const query = useQuery(
    resourceQuery(useTrellis(), ['delivery', id], '/callback/deliveries/{id}', { path }),
  );
  return <Loaded query={query}>{({ payload }) => <Json value={payload} label="Message" />}</Loaded>;
}
