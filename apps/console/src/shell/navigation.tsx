import {
  IconBulb,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconPlug,
  IconPlugConnected,
  IconSitemap,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { managesApps, useSession } from '../session/session.js';
import classes from './shell.module.css';

/** The screens, in groups. `g` and `key` open a screen. */
const destinations = [
  [
    { to: '/', label: 'Home', icon: IconHome, key: 'h' },
    { to: '/things', label: 'Things', icon: IconBulb, key: 't' },
    { to: '/units', label: 'Units', icon: IconSitemap, key: 'u' },
    { to: '/subjects', label: 'Subjects', icon: IconUsers, key: 's' },
  ],
  [
    { to: '/connectors', label: 'Connectors', icon: IconPlug, key: 'n' },
    { to: '/clients', label: 'Clients', icon: IconPlugConnected, key: 'c' },
  ],
  [
    { to: '/callbacks', label: 'Callbacks', icon: IconWebhook, key: 'b' },
    { to: '/apps', label: 'API keys', icon: IconKey, key: 'k' },
    { to: '/audit', label: 'Audit log', icon: IconHistory, key: 'a' },
    { to: '/limits', label: 'Limits', icon: IconGauge, key: 'l' },
  ],
] as const;

/** Returns the groups of screens that the user may see. */
export function useDestinations() {
  const session = useSession();
  return useMemo(() => {
    const mayManageApps = managesApps(session);
    return destinations.map((group) => group.filter(({ to }) => to !== '/apps' || mayManageApps));
  }, [session]);
}

export const Navigation = ({ onNavigate }: { onNavigate?: () => void }) => (
  <nav className={classes.nav} aria-label="Main">
    {useDestinations().map((group) => (
      <ul key={group[0]!.to}>
        {group.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              onClick={onNavigate}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    ))}
  </nav>
);
