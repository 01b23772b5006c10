import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryConditions } from '../api/callbacks.js';
import { resourceQuery } from '../api/pages.js';
import { FormDialog } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { useTrellis } from '../session/session.js';

/** Sends all messages again that meet the conditions, and tells how many. */
export function RedeliverMatching({ conditions }: { conditions: DeliveryConditions }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [id, setId] = useState<string>();
  const isFiltered = Object.keys(conditions).length > 0;
  return (
    <>
      {id !== undefined && <Progress id={id} />}
      <FormDialog
        label="Redeliver all"
        title={isFiltered ? 'Redeliver all that match' : 'Redeliver all messages'}
        submitLabel="Redeliver"
        withCancel
        onSubmit={async () =>
          (await trellis.post('/callback/redeliveries', { body: conditions })).data
        }
        onDone={async (started) => {
          setId(started.id);
          await queries.invalidateQueries({ queryKey: ['deliveries'] });
        }}
      >
        <p>
          {isFiltered
            ? 'Every message of the last seven days that meets the conditions is sent again'
            : 'Every message of the last seven days is sent again, also those that your app has accepted'}
          , with the same <code>webhook-id</code>. Actions that have ended are left out.
        </p>
      </FormDialog>
    </>
  );
}

function Progress({ id }: { id: string }) {
  const path = { id };
  const { data } = useQuery({
    ...resourceQuery(useTrellis(), ['redelivery', id], '/callback/redeliveries/{id}', { path }),
    refetchInterval: ({ state }) => state.data?.status !== 'completed' && 1_000,
  });
  if (!data) return null;
  const many = counted(data.redelivered, 'message');
  return (
    <span role="status">
      {data.status === 'completed' ? `Redelivered ${many}` : `Redelivering: ${many} so far`}
    </span>
  );
}
