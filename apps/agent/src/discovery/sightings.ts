import type { FoundService } from '@trellis/contracts';

/** Takes and withdraws what a search has found. */
export interface Sightings {
  add(service: FoundService): void;
  remove(service: Pick<FoundService, 'type' | 'name'>): void;
}

/** Begins a search; returns a function that ends it. */
export type Search = (sightings: Sightings) => () => void;
