import type { ComponentKind } from '../component-kind.js';
import { defaultLight } from './light-default.js';
import { jsonLight } from './light-json.js';
import { templateLight } from './light-template.js';

/** A lamp in a schema of Home Assistant's page "MQTT Light". */
export const light: ComponentKind = (source) => {
  const schema = source.settings.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(source);
  return schema === 'template' ? templateLight(source) : defaultLight(source);
};
