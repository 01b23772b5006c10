/** Converts a percentage to steps of a device; above 0 % it is at least the first step, so that the device is on. */
export const stepsOfPercent = (percent: number, maxSteps: number): number =>
  percent === 0 ? 0 : Math.max(Math.round((percent / 100) * maxSteps), 1);

/**
 * Converts steps of a device to the whole percentage that is written as the same step, so that apps read the value that
 * they have written. In between, one decimal place tells the steps apart.
 */
export function percentOfSteps(steps: number, maxSteps: number): number {
  const percent = Math.min(Math.max((steps / maxSteps) * 100, 0), 100);
  const whole = Math.round(percent);
  return stepsOfPercent(whole, maxSteps) === steps ? whole : Math.round(percent * 10) / 10;
}
