import { choice, property, sensor } from '@trellis/connector-sdk';

/** `battery_state` of a module (dev.netatmo.com, "Energy" and "Control"). */
const states = ['max', 'full', 'high', 'medium', 'low', 'very_low'];
const lowStates = ['low', 'very_low'];

/** Returns the abilities of a battery whose level is reported in words. */
export function batteryAbilities(given: string | undefined) {
  const state = states.find((one) => one === given);
  return [
    property('battery_state', choice('State of the battery', states), { value: state }),
    sensor.battery_low({ value: state === undefined ? undefined : lowStates.includes(state) }),
  ];
}
