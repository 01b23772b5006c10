import type { Source } from './component-kind.js';
import { render } from './property.js';
import type { Settings } from './settings.js';

/**
 * Whether a component is there, by the topics that say so; undefined when none of them holds
 * anything. Source: Home Assistant, "MQTT", "Availability".
 */
export function readAvailability({ settings, state }: Source): boolean | undefined {
  const reports = [
    ...settings
      .objects('availability')
      .map((item) =>
        readReport({ settings: item, state }, { topic: 'topic', template: 'value_template' }),
      ),
    readReport(
      { settings, state },
      { topic: 'availability_topic', template: 'availability_template' },
    ),
  ].filter((report) => report !== undefined);
  if (reports.length === 0) return undefined;
  // The mode `latest` follows the last message; retained messages do not tell which one that was.
  const isAnyEnough = settings.text('availability_mode') === 'any';
  return isAnyEnough ? reports.includes(true) : !reports.includes(false);
}

function readReport(
  { settings, state }: Source,
  options: { topic: string; template: string },
): boolean | undefined {
  const topic = settings.topic(options.topic);
  const payload = topic === undefined ? undefined : state.get(topic);
  if (!payload) return undefined;
  const text = render(settings.template(options.template), payload);
  if (text === payloadOf(settings, 'payload_available', 'online')) return true;
  return text === payloadOf(settings, 'payload_not_available', 'offline') ? false : undefined;
}

const payloadOf = (settings: Settings, option: string, byDefault: string) =>
  settings.text(option) ?? byDefault;
