import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Status } from '../components/values.js';
import { useLive } from '../live/live-context.js';
import { Logo } from '../theme/logo.js';
import { AccountButton } from './account-button.js';
import { EnvironmentName } from './environment-name.js';
import { Navigation, useShortcuts } from './navigation.js';
import { PermittedScreen } from './permitted.js';
import classes from './shell.module.css';

// Loaded when it is opened first.
const MenuDrawer = lazy(() => import('./menu-drawer.js'));

const Brand = () => (
  <Link to="/" className={classes.brand}>
    <Logo size={22} />
    Trellis
  </Link>
);

export function Shell() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.top}>
        <ActionIcon aria-label="Menu" onClick={() => setIsOpen(true)}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <Brand />
        <EnvironmentName />
        <LiveStatus />
      </header>
      <aside className={classes.side} aria-label="Navigation">
        <div className={classes.head}>
          <Brand />
          <EnvironmentName />
        </div>
        <Navigation />
        <div className={classes.foot}>
          <div className={classes.live}>
            <LiveStatus />
          </div>
          <AccountButton />
        </div>
      </aside>
      <Suspense fallback={null}>
        {isOpen && <MenuDrawer onClose={() => setIsOpen(false)} />}
      </Suspense>
      <main id="main" className={classes.main} tabIndex={-1}>
        <PermittedScreen />
      </main>
    </div>
  );
}

const states = {
  live: { tone: 'good', label: 'Live', hint: 'This page updates live.' },
  connecting: { tone: 'wait', label: 'Connecting', hint: 'This page may be out of date.' },
} as const;

function LiveStatus() {
  const { tone, label, hint } = states[useLive()];
  return (
    <span role="status" title={hint}>
      <Status tone={tone}>{label}</Status>
    </span>
  );
}
