import { present, type ComponentKind } from '../component-kind.js';
import { componentProperty } from '../property.js';

const maxLength = 255;

/** A text, a date or a time; a password is never read. Source: "MQTT text", "MQTT date", "… datetime", "… time". */
export const text: ComponentKind = (source) => {
  const { settings } = source;
  const bounded = (option: string, byDefault: number) =>
    Math.min(Math.max(Math.floor(settings.number(option) ?? byDefault), 0), maxLength);
  const [shortest, longest] = [bounded('min', 0), bounded('max', maxLength)];
  const isPassword = settings.text('mode') === 'password';
  const affordance = {
    type: 'string',
    minLength: shortest <= longest ? shortest : undefined,
    maxLength: shortest <= longest ? longest : undefined,
  } as const;
  const ability = componentProperty(source, affordance, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode: (value) => (isPassword ? undefined : value),
    command: { topic: 'command_topic', template: 'command_template' },
  });
  return present([ability]);
};
