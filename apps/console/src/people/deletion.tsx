import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Environment } from '../api/people.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { ExactTime, Time } from '../components/values.js';
import { useRefresh } from './naming.js';

type Deleted = NonNullable<Environment['deletion']>;

/** Returns whether something that was deleted can still be restored. */
export const isRestorable = ({ erases }: Deleted): boolean => Date.parse(erases) > Date.now();

/** States until when something that was deleted can be restored. */
export const Deletion = ({ deletion, of }: { deletion: Deleted; of: string }) => (
  <Alert color="yellow" title={`This ${of} was deleted`}>
    {isRestorable(deletion) ? (
      <>
        Owners can restore it until <ExactTime at={deletion.erases} />; then everything in it is
        erased.
      </>
    ) : (
      <>
        It was erased <Time at={deletion.erases} />.
      </>
    )}
  </Alert>
);

interface RestoreProps {
  label?: string;
  onRestore(): Promise<unknown>;
  onDone?: () => void;
}

export function Restore({ label = 'Restore', onRestore, onDone }: RestoreProps) {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: onRestore,
    meta: { showsProblem: true },
    onSuccess: onDone ?? refresh,
  });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      {error && <ProblemAlert error={error} />}
    </>
  );
}
