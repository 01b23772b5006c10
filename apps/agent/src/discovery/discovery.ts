import type { FoundService } from '@trellis/contracts';
import { browseMdns } from './mdns.js';
import { searchSsdp } from './ssdp.js';

/** Takes and withdraws what a search has found. */
export interface Sightings {
  add(service: FoundService): void;
  remove(service: Pick<FoundService, 'type' | 'name'>): void;
}

/** The services that were found in the network. */
export interface Discovery {
  found(): FoundService[];
  /** Calls a function with the services now and whenever they change; returns a function that ends that. */
  follow(onChange: (found: FoundService[]) => void): () => void;
  stop(): void;
}

/** The most services that are reported. */
const maxServices = 200;

/** How long changes are gathered before they are reported (ms). */
const gatherMs = 1_000;

const keyOf = ({ type, name }: Pick<FoundService, 'type' | 'name'>) => `${type} ${name}`;

/** Looks for devices and services by DNS-SD and SSDP for as long as the agent runs. */
export function createDiscovery({ isOn }: { isOn: boolean }): Discovery {
  const services = new Map<string, FoundService>();
  const listeners = new Set<(found: FoundService[]) => void>();
  let timer: NodeJS.Timeout | undefined;
  const found = () => [...services.values()];

  function report(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener(found());
    }, gatherMs).unref();
  }

  const sightings: Sightings = {
    add(service) {
      const key = keyOf(service);
      const known = services.get(key);
      if (known?.address === service.address && known.port === service.port) return;
      if (!known && services.size >= maxServices) return;
      services.set(key, service);
      report();
    },
    remove(service) {
      if (services.delete(keyOf(service))) report();
    },
  };
  const searches = isOn ? [browseMdns(sightings), searchSsdp(sightings)] : [];
  return {
    found,
    follow(onChange) {
      listeners.add(onChange);
      onChange(found());
      return () => listeners.delete(onChange);
    },
    stop() {
      clearTimeout(timer);
      for (const stop of searches) stop();
    },
  };
}
