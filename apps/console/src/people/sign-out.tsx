import { Button } from '@mantine/core';
import { ask } from '../api/people.js';

/** Signs out on a page without an environment. */
export const SignOut = () => (
  <Button
    variant="default"
    onClick={() => void ask('/sign-out', {}).then(() => window.location.reload())}
  >
    Sign out
  </Button>
);
