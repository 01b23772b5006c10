import { event, isOneLine, override, typedData, type EventAbility } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Resource } from './resource.js';

export interface ReportedEvent extends EventAbility {
  service: string;
}

export interface Occurrence {
  data: unknown;
  at: Date | undefined;
}

const maxValues = 50;

/** Returns the event of a button, whose last value is the property `event`. */
export function pressing(service: string, given: unknown[] = []): ReportedEvent {
  const values = [...new Set(given.slice(0, maxValues).filter((one) => isOneLine(one)))];
  return {
    ...event('event', { title: 'Event', data: typedData(values) }),
    capability: 'button',
    service,
  };
}

/** Returns the event of a dial, whose last value is the property `rotation`. */
export function turning(service: string): ReportedEvent {
  const data = {
    type: 'object' as const,
    properties: {
      steps: { type: 'integer', title: 'Steps, negative when counterclockwise' },
      duration: { type: 'integer', title: 'Duration', unit: 'ms' },
      action: { type: 'string', title: 'Whether a turn starts or goes on: `start` or `repeat`' },
    },
    required: ['steps'],
  };
  return { ...event('rotation', { title: 'Turn', data }), service };
}

export const turn = z.object({
  action: z.string().optional().catch(undefined),
  rotation: z.object({
    direction: z.string(),
    steps: z.number(),
    duration: z.number().optional().catch(undefined),
  }),
});
type Turn = z.infer<typeof turn>;

export const toSteps = (rotation: Turn['rotation'] | undefined) =>
  rotation && (rotation.direction === 'clock_wise' ? rotation.steps : -rotation.steps);

const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()))
  .optional()
  .catch(undefined);

/** The members of a service that report events; older bridges send only the last one. */
const reporting = z.object({
  button: z
    .object({
      button_report: z.object({ event: z.string(), updated: time }).optional(),
      last_event: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  relative_rotary: z
    .object({
      rotary_report: turn.extend({ updated: time }).optional(),
      last_event: turn.optional(),
    })
    .optional()
    .catch(undefined),
});

/** Returns the event in a service or in a change of one; undefined when there is none. */
export function occurrenceIn(service: Resource): Occurrence | undefined {
  const { button, relative_rotary: rotary } = reporting.parse(service);
  const pressed = button?.button_report?.event ?? button?.last_event;
  if (pressed !== undefined) {
    return { data: { event_type: pressed }, at: button?.button_report?.updated };
  }
  const turned = rotary?.rotary_report ?? rotary?.last_event;
  return turned && { data: toData(turned), at: rotary?.rotary_report?.updated };
}

const toData = ({ action, rotation }: Turn) =>
  override<{ steps: number | undefined; duration?: number; action?: string }>(
    { steps: toSteps(rotation) },
    { duration: rotation.duration, action },
  );
