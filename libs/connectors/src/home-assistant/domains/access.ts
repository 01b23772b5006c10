import { toldBy, reading, supports, where, type Action, type Domain } from '../ability.js';
import type { State } from '../house.js';

/**
 * An action that may want a code. Which one is for Home Assistant to say: it may have one of its own
 * for who gives none.
 */
function coded(name: string, title: string, domain: string, state: State): Action {
  const service = domain === 'lock' ? name : `alarm_${name}`;
  const wantsCode = typeof state.attributes.code_format === 'string';
  const code = { type: 'string', title: 'Code', minLength: 1, maxLength: 64 };
  return {
    name,
    affordance: {
      title,
      ...(wantsCode && { input: { type: 'object' as const, properties: { code } } }),
    },
    invoke: (input) => {
      const given = (input ?? {}) as { code?: unknown };
      return {
        domain,
        service,
        ...(typeof given.code === 'string' && { data: { code: given.code } }),
      };
    },
  };
}

/** `LockEntityFeature`: whether it can also open the latch. */
const latch = 1;

const lockStates = ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'];

/** A lock is not a property to be written: opening a door wants to be said as such. */
export const lock: Domain = (state) => {
  const known = lockStates.find((one) => one === state.state);
  return {
    properties: [
      reading(
        'locked',
        { type: 'boolean', title: 'Whether it is locked' },
        // A bolt that is jammed may be anywhere.
        known && known !== 'jammed' ? known === 'locked' : undefined,
      ),
      reading(
        'state',
        { type: 'string', title: 'Locked, open, or on its way', enum: lockStates },
        known,
      ),
    ],
    actions: [
      coded('lock', 'Lock', 'lock', state),
      coded('unlock', 'Unlock', 'lock', state),
      ...where(supports(state, latch), coded('open', 'Open the door', 'lock', state)),
    ],
  };
};

/** `AlarmControlPanelEntityFeature`, by the ways to arm it. */
const ways = { arm_home: 1, arm_away: 2, arm_night: 4, arm_vacation: 32 };

const titles: Record<string, string> = {
  arm_home: 'Arm: somebody is at home',
  arm_away: 'Arm: nobody is at home',
  arm_night: 'Arm for the night',
  arm_vacation: 'Arm for a longer absence',
};

/** An alarm system; it is armed and disarmed by actions, as doors are locked. */
export const alarm: Domain = (state) => ({
  properties: [
    reading('state', { type: 'string', title: 'Armed, disarmed, triggered' }, toldBy(state)),
  ],
  actions: [
    ...Object.entries(ways)
      .filter(([, feature]) => supports(state, feature))
      .map(([name]) => coded(name, titles[name]!, 'alarm_control_panel', state)),
    coded('disarm', 'Disarm', 'alarm_control_panel', state),
  ],
});
