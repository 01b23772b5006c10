import { render } from './property.js';
import type { Payload, Payloads } from './payload.js';
import type { Settings } from './settings.js';
import type { Template } from './template/template.js';

/** A topic that says whether a component is there. */
interface Source {
  topic: string;
  template: Template | undefined;
  available: string;
  notAvailable: string;
}

/** How a component says whether it is there. Source: Home Assistant, "MQTT", "Availability". */
export interface Availability {
  topics: string[];
  /** Undefined when the device has said nothing of it. */
  read(payloads: Payloads): boolean | undefined;
}

export function availabilityOf(settings: Settings): Availability {
  const sources = sourcesOf(settings);
  const any = settings.text('availability_mode') === 'any';
  return {
    topics: sources.map(({ topic }) => topic),
    read: (payloads) => {
      const said = sources
        .map((source) => readSource(source, payloads.get(source.topic)))
        .filter((available) => available !== undefined);
      if (said.length === 0) return undefined;
      // The mode `latest` follows the last message; retained ones do not tell which that was.
      return any ? said.includes(true) : !said.includes(false);
    },
  };
}

function sourcesOf(settings: Settings): Source[] {
  const sources = settings.objects('availability').map((item) => ({
    topic: item.topic('topic'),
    template: item.template('value_template'),
    ...words(item),
  }));
  sources.push({
    topic: settings.topic('availability_topic'),
    template: settings.template('availability_template'),
    ...words(settings),
  });
  return sources.filter((source): source is Source => source.topic !== undefined);
}

function words(settings: Settings): Pick<Source, 'available' | 'notAvailable'> {
  return {
    available: settings.text('payload_available') ?? 'online',
    notAvailable: settings.text('payload_not_available') ?? 'offline',
  };
}

function readSource(
  { template, available, notAvailable }: Source,
  payload: Payload | undefined,
): boolean | undefined {
  if (!payload) return undefined;
  const text = template ? render(template, payload) : payload.text;
  return text === available ? true : text === notAvailable ? false : undefined;
}
