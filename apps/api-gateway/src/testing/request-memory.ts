import type { RequestState } from '@trellis/contracts';
import type { Calls } from './gateway.js';

interface Begin {
  developer: string;
  scope: string;
  attempt: string;
  fingerprints: string[];
}

interface Remembered {
  fingerprint: string;
  seed: string;
  isUnderWay: boolean;
  answer?: string | undefined;
}

/** Returns the calls with which units-service remembers requests; `requests` are those that it has seen. */
export function requestMemory(): { calls: Calls; requests: Map<string, Remembered> } {
  const requests = new Map<string, Remembered>();
  const calls: Calls = {
    'requests.begin': ({ developer, scope, attempt, fingerprints }: Begin): RequestState => {
      const [fingerprint] = fingerprints as [string];
      const key = `${developer} ${scope}`;
      const known = requests.get(key);
      if (known && known.fingerprint !== fingerprint) return { state: 'other_body' };
      if (known?.answer !== undefined) return { state: 'ended', answer: known.answer };
      if (known?.isUnderWay) return { state: 'in_progress' };
      const seed = known?.seed ?? attempt;
      requests.set(key, { fingerprint, seed, isUnderWay: true });
      return { state: 'begun', seed };
    },
    'requests.renew': () => ({}),
    'requests.end': ({ developer, scope, answer }: Begin & { answer?: string }) => {
      Object.assign(requests.get(`${developer} ${scope}`)!, { isUnderWay: false, answer });
      return {};
    },
  };
  return { calls, requests };
}
