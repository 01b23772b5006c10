import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AgentField } from '../agents/agent-field.js';
import { agentsQuery } from '../api/agents.js';
import { clientQuery, type ConnectorClient } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { FormDialog } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';

/** Lets a client use another agent of its subject, or none; shown only if there is a choice. */
export function ChangeAgent({ client: { id, subject, via = '' } }: { client: ConnectorClient }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const of = idOf(subject.href);
  const [chosen, setChosen] = useState(via);
  const agents = itemsOf(useInfiniteQuery(agentsQuery(trellis, { subject: of })).data);
  if (agents.length === 0 && via === '') return null;
  return (
    <FormDialog
      label="Change agent"
      submitLabel="Change"
      withCancel
      onSubmit={async () => {
        const body = { via: chosen === '' ? null : chosen };
        await trellis.patch('/connectors/clients/{id}', { path: { id }, body });
      }}
      onDone={() => queries.invalidateQueries({ queryKey: clientQuery(trellis, id).queryKey })}
    >
      <AgentField subject={of} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
