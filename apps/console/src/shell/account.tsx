import {
  Button,
  Popover,
  SegmentedControl,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLogout, IconSelector } from '@tabler/icons-react';
import { useSession } from '../session/session-context.js';
import classes from './shell.module.css';

/** The account, the colors and the way out. */
export default function Account() {
  const { account, identity, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Popover position="top-start" width={216} withinPortal={false} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account} fz="sm">
          <span className={classes.name}>{account}</span>
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Account">
        <div className={classes.popover}>
          <small>Signed in as {identity}</small>
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
