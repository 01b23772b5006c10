import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeliveryAttempt } from '../api/callbacks.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { Attempts } from './attempts.js';

interface TestMessageProps {
  /** Sends the message; returns its attempt. */
  send(): Promise<DeliveryAttempt[]>;
  /** The key of the list that shows the message. */
  listKey: string;
}

/** A button that sends a test message and shows how the app answers. */
export function TestMessage({ send, listKey }: TestMessageProps) {
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: send,
    meta: { showsProblem: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: [listKey] }),
  });
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test message
      </Button>
      <Modal
        opened={test.isSuccess || test.isError}
        onClose={test.reset}
        title="Test message"
        size="lg"
      >
        {test.error && <ProblemAlert error={test.error} />}
        {test.data && <Attempts attempts={test.data} />}
      </Modal>
    </>
  );
}
