import { Alert, Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { agentQuery, type PairingCode } from '../api/agents.js';
import { CodeText } from '../components/code-text.js';
import { ExactTime } from '../components/values.js';
import { useTrellis } from '../session/session.js';

export interface Pairable {
  id: string;
  pairing: PairingCode;
}

/** How often it is read whether the program was paired (ms). */
const refetchInterval = 2_000;

/** Shows what to run in the home, and waits until the program has paired. */
export function Pairing({ id, pairing, onClose }: Pairable & { onClose(): void }) {
  const { data } = useQuery({ ...agentQuery(useTrellis(), id), refetchInterval });
  const [keyBefore] = useState(data?.key);
  const isPaired = data?.state === 'online' && data.key !== keyBefore;
  const queries = useQueryClient();
  useEffect(() => {
    if (isPaired) void queries.invalidateQueries({ queryKey: ['agents'] });
  }, [isPaired, queries]);
  const command = `npx @trellis/agent --url ${window.location.origin} --code ${pairing.code}`;
  if (isPaired) {
    return (
      <Alert color="teal" role="status">
        <Group gap="xs">
          The agent is connected.
          <Link to="/agents/$id" params={{ id }}>
            See what it finds
          </Link>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Alert color="yellow" title={`Pairing code ${pairing.code}`} role="alert">
      Run this in the home, before <ExactTime at={pairing.expires} />. The code works once.
      <CodeText text={command} label="Command" />
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(command)}>
          Copy
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Alert>
  );
}
