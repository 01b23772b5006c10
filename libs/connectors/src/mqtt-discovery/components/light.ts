import type { ComponentKind } from '../ability.js';
import { defaultLight } from './light-default.js';
import { jsonLight } from './light-json.js';

/** A lamp, in one of the schemas of Home Assistant's page "MQTT Light"; `template` is not known. */
export const light: ComponentKind = (settings) => {
  const schema = settings.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(settings);
  return schema === 'template' ? {} : defaultLight(settings);
};
