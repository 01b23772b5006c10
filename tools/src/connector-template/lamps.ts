import { light, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';

/** A lamp as the hub reports it. */
export const lamp = z.looseObject({
  id: z.string().min(1).max(512),
  name: z.string().min(1).max(256),
  on: z.boolean(),
  brightness: z.number().min(0).max(100),
});
export type Lamp = z.infer<typeof lamp>;

/** A command to the hub that changes a lamp. */
export interface Command {
  id: string;
  change: Partial<Pick<Lamp, 'on' | 'brightness'>>;
}

/** A lamp as a device, with the names, units and ranges that all lamps have. */
export const toDevice = ({ id, name, on, brightness }: Lamp): Device<Command> => ({
  id,
  title: name,
  abilities: [
    light.on({ value: on, write: (on) => ({ id, change: { on } }) }),
    light.brightness({
      value: brightness,
      write: (brightness) => ({ id, change: { on: true, brightness } }),
    }),
  ],
});
