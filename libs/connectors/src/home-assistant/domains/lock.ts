import { lock as capability } from '@trellis/connector-sdk';
import { coded } from './code.js';
import { when, type Domain } from './domain.js';
import { supports } from './state.js';
import { selected } from './values.js';

/** `LockEntityFeature.OPEN`: the latch can be opened, too. */
const openFeature = 1;

const states = ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'];

/** developers.home-assistant.io, "Lock entity". */
export const lock: Domain = (state) => {
  const { value, enum: known } = selected(states, state.state);
  return [
    capability.locked({
      // The bolt of a jammed lock may be anywhere.
      value: value === undefined || value === 'jammed' ? undefined : value === 'locked',
    }),
    capability.lock_state({ value, enum: known }),
    capability.lock(coded(state, 'lock')),
    capability.unlock(coded(state, 'unlock')),
    ...when(supports(state, openFeature), capability.unlatch(coded(state, 'open'))),
  ];
};
