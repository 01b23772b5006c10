import {
  IconActivity,
  IconBell,
  IconBuilding,
  IconBulb,
  IconChartBar,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconPlug,
  IconPlugConnected,
  IconRouter,
  IconSitemap,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { restrictedScreens } from '../session/screens.js';
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
    { to: '/agents', label: 'Agents', icon: IconRouter, key: 'd' },
    { to: '/activity', label: 'Activity', icon: IconActivity, key: 'v' },
  ],
  [
    { to: '/alerts', label: 'Alerts', icon: IconBell, key: 'r' },
    { to: '/callbacks', label: 'Callbacks', icon: IconWebhook, key: 'b' },
    { to: '/apps', label: 'API keys', icon: IconKey, key: 'k' },
    { to: '/audit', label: 'Audit log', icon: IconHistory, key: 'a' },
    { to: '/usage', label: 'Usage', icon: IconChartBar, key: 'e' },
    { to: '/limits', label: 'Limits', icon: IconGauge, key: 'l' },
    { to: '/organization', label: 'Organization', icon: IconBuilding, key: 'o' },
  ],
] as const;

/** Returns the groups of screens that the user may see. */
function useDestinations() {
  const session = useSession();
  return useMemo(() => {
    const hidden = [
      ...(managesApps(session) ? [] : ['/apps']),
      ...(session.person ? [] : ['/organization']),
    ];
    return destinations
      .map((group) =>
        group.filter(({ to }) => {
          const scope = restrictedScreens[to]?.scope;
          return !hidden.includes(to) && (!scope || session.scopes.includes(scope));
        }),
      )
      .filter(({ length }) => length > 0);
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

/** Time in which the second key has to follow `g` (ms). */
const sequenceMs = 1_000;

/** Handles keyboard shortcuts: `/` focuses the search, `g` and another key open a screen. */
export function useShortcuts() {
  const navigate = useNavigate();
  const destinations = useDestinations();
  useEffect(() => {
    let beganAt = -Infinity;
    async function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        if (!focusSearch()) {
          await navigate({ to: '/things' });
          setTimeout(focusSearch);
        }
      } else if (event.timeStamp - beganAt < sequenceMs) {
        const target = destinations.flat().find(({ key }) => key === event.key);
        if (target) await navigate({ to: target.to });
      }
      beganAt = event.key === 'g' ? event.timeStamp : -Infinity;
    }
    const listener = (event: KeyboardEvent) => void onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [navigate, destinations]);
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
