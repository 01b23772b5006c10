import type { Source } from './component-kind.js';
import { render } from './property.js';
import type { Settings } from './settings.js';

/** The availability according to one topic, and the position of its message; see `Payload.order`. */
interface TopicAvailability {
  isThere: boolean;
  order: number;
}

/** Returns whether a component is available, if it says. Source: Home Assistant, "MQTT", "Availability". */
export function readAvailability(source: Source): boolean | undefined {
  const reports = reportsIn(source);
  if (reports.length === 0) return undefined;
  const mode = modeOf(source);
  if (mode === 'any') return reports.some(({ isThere }) => isThere);
  const last = reports.reduce((one, other) => (other.order > one.order ? other : one));
  if (mode === 'latest' && last.order > 0) return last.isThere;
  return reports.every(({ isThere }) => isThere);
}

/** Returns whether the last message decides, but is not known because all were retained. */
export function isUndecided(source: Source): boolean {
  if (modeOf(source) !== 'latest') return false;
  const reports = reportsIn(source);
  return (
    reports.every(({ order }) => order === 0) &&
    new Set(reports.map(({ isThere }) => isThere)).size > 1
  );
}

const modeOf = ({ settings }: Source) => settings.text('availability_mode') ?? 'latest';

function reportsIn({ settings, state }: Source): TopicAvailability[] {
  return [
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
}

function readReport(
  { settings, state }: Source,
  options: { topic: string; template: string },
): TopicAvailability | undefined {
  const topic = settings.topic(options.topic);
  const payload = topic === undefined ? undefined : state.get(topic);
  if (!payload) return undefined;
  const text = render(settings.template(options.template), payload);
  const { order } = payload;
  if (text === payloadOf(settings, 'payload_available', 'online')) return { isThere: true, order };
  const isAway = text === payloadOf(settings, 'payload_not_available', 'offline');
  return isAway ? { isThere: false, order } : undefined;
}

const payloadOf = (settings: Settings, option: string, byDefault: string) =>
  settings.text(option) ?? byDefault;
