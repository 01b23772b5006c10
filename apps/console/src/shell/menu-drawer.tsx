import { Drawer } from '@mantine/core';
import { AccountButton } from './account-button.js';
import { Navigation } from './navigation.js';
import classes from './shell.module.css';

export default function MenuDrawer({ onClose }: { onClose(): void }) {
  return (
    <Drawer opened onClose={onClose} size={260} title="Trellis">
      <div className={classes.drawer}>
        <Navigation onNavigate={onClose} />
        <AccountButton />
      </div>
    </Drawer>
  );
}
