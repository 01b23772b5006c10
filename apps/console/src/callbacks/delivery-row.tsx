import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Delivery } from '../api/account.js';
import { Json } from '../components/json.js';
import { ListItem } from '../components/list.js';
import { Loaded } from '../components/loaded.js';
import { Status } from '../components/status.js';
import { Time } from '../components/time.js';
import { useTrellis } from '../session/session-context.js';

const tones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

/** A delivery with its outcome. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, status, attempts, response_status, error, created } = delivery;
  const again = useMutation({
    mutationFn: () => trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const outcome = response_status === undefined ? error : `Status ${response_status}`;
  return (
    <>
      <ListItem
        title={type}
        note={[`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, outcome]
          .filter(Boolean)
          .join(' · ')}
        side={
          <>
            <Time at={created} />
            <Status tone={tones[status]}>{status}</Status>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              Show
            </Button>
            {status !== 'pending' && (
              <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
                Redeliver
              </Button>
            )}
          </>
        }
      />
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={type} size="lg">
        <Payload id={id} />
      </Modal>
    </>
  );
}

function Payload({ id }: { id: string }) {
  const trellis = useTrellis();
  const query = useQuery({
    queryKey: ['delivery', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/callback/deliveries/{id}', { path: { id }, signal })).data,
  });
  return <Loaded query={query}>{({ payload }) => <Json value={payload} label="Message" />}</Loaded>;
}
