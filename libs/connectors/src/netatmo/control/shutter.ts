import { cover } from '@trellis/connector-sdk';
import type { ToAbilities } from './status.js';

/** `target_position` of a shutter (dev.netatmo.com, "Control", `setstate`): % open, or to stop. */
const open = 100;
const closed = 0;
const stop = -1;

/**
 * A shutter, a blind or a garage door. One that was not calibrated has steps of 100 %, and is moved to the nearer
 * end.
 */
export const shutter: ToAbilities = ({ status, set }) => {
  const step = status['target_position:step'] ?? status.target_position_step ?? 1;
  const moveTo = (target_position: number) => set({ target_position });
  const position = status.current_position;
  return [
    cover.position({
      value: position,
      write: (value) => moveTo(Math.min(Math.round(value / step) * step, open)),
    }),
    cover.cover_state({
      value: position === undefined ? undefined : position === closed ? 'closed' : 'open',
    }),
    cover.open({ invoke: () => moveTo(open) }),
    cover.close({ invoke: () => moveTo(closed) }),
    cover.stop({ invoke: () => moveTo(stop) }),
  ];
};
