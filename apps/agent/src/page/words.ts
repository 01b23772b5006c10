import type { State } from '../run.js';

/** The texts of the page in one language, in the words of the connect page. */
export interface Words {
  language: 'en' | 'de';
  title: string;
  connection: Record<State['connection'], string>;
  since: string;
  refresh: string;
  isStopped: string;
  stop: string;
  resume: string;
  traffic: string;
  trafficColumns: string[];
  open: string;
  until: string;
  /** Why a connection was refused, by its code. */
  refused: Record<string, string | undefined>;
  notReached: string;
  found: string;
  foundColumns: string[];
  nothing: string;
  version: string;
  key: string;
}

const en: Words = {
  language: 'en',
  title: 'Trellis agent',
  connection: { connecting: 'Connecting …', connected: 'Connected', waiting: 'Not connected' },
  since: 'since',
  refresh: 'refresh',
  isStopped: 'Nothing passes through, because it was stopped here.',
  stop: 'Stop everything',
  resume: 'Let it pass again',
  traffic: 'What passes through',
  trafficColumns: ['To', 'Since', 'Sent', 'Received', 'State'],
  open: 'open',
  until: 'until',
  refused: {
    stopped: 'stopped here',
    not_allowed: 'not allowed',
    not_found: 'no such device',
    ECONNREFUSED: 'refused by the device',
    ETIMEDOUT: 'no answer',
  },
  notReached: 'not reachable',
  found: 'Found in your home',
  foundColumns: ['Name', 'Kind', 'Address'],
  nothing: 'Nothing yet.',
  version: 'Version',
  key: 'Key',
};

const de: Words = {
  language: 'de',
  title: 'Trellis-Agent',
  connection: {
    connecting: 'Wird verbunden …',
    connected: 'Verbunden',
    waiting: 'Nicht verbunden',
  },
  since: 'seit',
  refresh: 'neu laden',
  isStopped: 'Nichts geht hindurch, weil es hier angehalten wurde.',
  stop: 'Alles anhalten',
  resume: 'Wieder durchlassen',
  traffic: 'Was hindurchgeht',
  trafficColumns: ['Zu', 'Seit', 'Gesendet', 'Empfangen', 'Zustand'],
  open: 'offen',
  until: 'bis',
  refused: {
    stopped: 'hier angehalten',
    not_allowed: 'nicht erlaubt',
    not_found: 'kein solches Gerät',
    ECONNREFUSED: 'vom Gerät abgelehnt',
    ETIMEDOUT: 'keine Antwort',
  },
  notReached: 'nicht erreichbar',
  found: 'Bei Ihnen zu Hause gefunden',
  foundColumns: ['Name', 'Art', 'Adresse'],
  nothing: 'Noch nichts.',
  version: 'Version',
  key: 'Schlüssel',
};

/** Returns the texts in the language that a browser prefers (RFC 9110, section 12.5.4); English if there is none. */
export function wordsOf(acceptLanguage = ''): Words {
  const preferred = acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', quality = 'q=1'] = range.split(';').map((part) => part.trim());
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.slice(2)) };
    })
    .filter(({ language, quality }) => ['en', 'de'].includes(language) && quality > 0)
    .sort((one, other) => other.quality - one.quality)[0];
  return preferred?.language === 'de' ? de : en;
}
