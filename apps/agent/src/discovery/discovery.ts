import type { FoundService } from '@trellis/contracts';
import type { Search, Sightings } from './sightings.js';

/** The services that were found in the network. */
export interface Discovery {
  found(): FoundService[];
  /** Returns the address to which a service has moved that was announced at this one; otherwise the address itself. */
  currentAddress(address: string): string;
  /** Calls a function with the services now and whenever they change; returns a function that ends that. */
  follow(onChange: (found: FoundService[]) => void): () => void;
  stop(): void;
}

/** The most services that are reported. */
const maxServices = 200;

/** How long to wait for further changes before they are reported (ms). */
const debounceMs = 1_000;

const keyOf = ({ type, name }: Pick<FoundService, 'type' | 'name'>) => `${type} ${name}`;

/** Looks for devices and services for as long as the agent runs. */
export function createDiscovery(searches: readonly Search[]): Discovery {
  const services = new Map<string, FoundService>();
  /** The services by addresses at which they were announced before. */
  const moved = new Map<string, string>();
  const listeners = new Set<(found: FoundService[]) => void>();
  let timer: NodeJS.Timeout | undefined;
  const found = () => [...services.values()];

  function report(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener(found());
    }, debounceMs).unref();
  }

  const sightings: Sightings = {
    add(service) {
      const key = keyOf(service);
      const known = services.get(key);
      if (known?.address === service.address && known.port === service.port) return;
      if (!known && services.size >= maxServices) return;
      services.set(key, service);
      if (known && moved.size < maxServices) moved.set(known.address, key);
      moved.delete(service.address);
      report();
    },
    remove(service) {
      if (services.delete(keyOf(service))) report();
    },
  };
  const running = searches.map((search) => search(sightings));
  return {
    found,
    currentAddress(address) {
      const key = moved.get(address);
      return (key !== undefined && services.get(key)?.address) || address;
    },
    follow(onChange) {
      listeners.add(onChange);
      onChange(found());
      return () => listeners.delete(onChange);
    },
    stop() {
      clearTimeout(timer);
      for (const stop of running) stop();
    },
  };
}
