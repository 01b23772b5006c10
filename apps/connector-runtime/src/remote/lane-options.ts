import type { LaneOptions } from './lanes.js';

/** No instance may hold more than this share of the slow lane. */
const shareOfGroup = 1 / 4;

/** Time after which a remote technology counts as slow (ms). */
const patience = 2_000;

/** The lanes in which clients are polled. */
export function pollLaneOptions(configuration: {
  POLL_CONCURRENCY: number;
  SLOW_POLL_CONCURRENCY: number;
}): LaneOptions {
  const { POLL_CONCURRENCY: quick, SLOW_POLL_CONCURRENCY: slow } = configuration;
  return { quick, slow, slowOfGroup: Math.max(1, Math.floor(slow * shareOfGroup)), patience };
}

/** The lanes in which writes and actions are done. */
export const interactionLaneOptions: LaneOptions = {
  quick: 100,
  slow: 400,
  slowOfGroup: 100,
  patience,
};

/** The lanes in which messages are delivered to apps. */
export const callbackLaneOptions: LaneOptions = { quick: 50, slow: 200, slowOfGroup: 10, patience };

/** So many jobs at once fill both lanes and let as many wait for the quick one. */
export const jobsFor = ({ quick, slow }: LaneOptions): number => 2 * quick + slow;
