import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconSelector } from '@tabler/icons-react';
import { useSession } from '../session/session-context.js';
import classes from './shell.module.css';

/** The account, the color scheme and the way out. */
export function Account() {
  const { account, clientId, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={216}>
      <Menu.Target>
        <UnstyledButton className={classes.account} fz="sm">
          <span className={classes.name}>{account}</span>
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Signed in as the app {clientId}</Menu.Label>
        <SegmentedControl
          aria-label="Color scheme"
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
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
