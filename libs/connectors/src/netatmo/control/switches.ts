import { light, plug, switchable } from '@trellis/connector-sdk';
import type { Controlled, ToAbilities } from './status.js';

const onOff = ({ status, set }: Controlled) => ({
  value: status.on,
  write: (on: boolean) => set({ on }),
});

/** A light that cannot be dimmed. */
export const switchedLight: ToAbilities = (module) => [light.on(onOff(module))];

/** A light that can be dimmed, if its user has set it up so. */
export const dimmedLight: ToAbilities = (module) => [
  light.on(onOff(module)),
  light.brightness({
    value: module.status.brightness,
    write: (brightness) => module.set({ brightness: Math.round(brightness) }),
  }),
];

/** A socket. */
export const socket: ToAbilities = (module) => [plug.on(onOff(module))];

/** A relay: a contactor, a dry contact, a cable outlet. */
export const relay: ToAbilities = (module) => [switchable.on(onOff(module))];
