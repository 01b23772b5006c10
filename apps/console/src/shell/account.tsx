import { Button, Popover, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useSession } from '../session/session.js';
import { EnvironmentLinks } from '../people/environment-links.js';
import { AccountName } from './account-name.js';
import classes from './shell.module.css';

export default function Account() {
  const { identity, person, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Popover
      position="top-start"
      width={216}
      withinPortal={false}
      trapFocus
      returnFocus
      defaultOpened
    >
      <Popover.Target>
        <AccountName />
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Account">
        <div className={classes.popover}>
          <small>Signed in as {identity}</small>
          {person && <EnvironmentLinks person={person} />}
          <SegmentedControl
            aria-label="Colors"
            size="xs"
            fullWidth
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
              { value: 'auto', label: 'Auto' },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconLogout size={14} aria-hidden="true" />}
            onClick={signOut}
          >
            Sign out
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
