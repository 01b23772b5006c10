import { Alert, Button, Code, Group } from '@mantine/core';
import { CopyTextButton } from './code-text.js';

interface NewSecretProps {
  secret: string;
  /** Who verifies messages with it, such as `app`. */
  receiver: string;
  onClose(): void;
}

/** Shows a secret once. */
export const NewSecret = ({ secret, receiver, onClose }: NewSecretProps) => (
  <Alert color="yellow" title="Store this secret now: it is not shown again" role="alert">
    Your {receiver} uses it to verify that messages come from Trellis.
    <Code block my="xs">
      {secret}
    </Code>
    <Group gap="xs">
      <CopyTextButton text={secret} />
      <Button variant="default" onClick={onClose}>
        I have stored it
      </Button>
    </Group>
  </Alert>
);
