import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { agentsQuery } from '../api/agents.js';
import { itemsOf } from '../api/pages.js';
import { useTrellis } from '../session/session.js';

interface AgentFieldProps {
  subject: string;
  /** The id of the agent; empty for a direct connection. */
  value: string;
  onChange(id: string): void;
}

/** Chooses the agent of a client among those of the subject. There is no field for a subject without agents. */
export function AgentField({ subject, value, onChange }: AgentFieldProps) {
  const agents = itemsOf(useInfiniteQuery(agentsQuery(useTrellis(), { subject })).data);
  if (agents.length === 0 && value === '') return null;
  return (
    <NativeSelect
      label="Reached"
      description="Through an agent, addresses are those of the network of the end user."
      value={value}
      onChange={({ target }) => onChange(target.value)}
      data={[
        { value: '', label: 'Directly' },
        ...agents.map(({ id, name }) => ({ value: id, label: `Through ${name}` })),
      ]}
    />
  );
}
