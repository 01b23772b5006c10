import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDestinations } from './navigation.js';

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
