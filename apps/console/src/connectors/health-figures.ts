import type { HourOfInstance } from '../api/connectors.js';
import { durationText } from '../components/format.js';

/** An hour as the charts show it. Null leaves a gap where there were no polls. */
interface HealthPoint {
  time: string;
  succeeded: number;
  failed: number;
  mean: number | null;
  longest: number | null;
  lateness: number | null;
}

const hourOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export const healthPoints = (hours: HourOfInstance[]): HealthPoint[] =>
  hours.map((hour) => {
    const { polls, failed_polls: failed } = hour;
    const measured = (seconds: number) => (polls === 0 ? null : seconds);
    return {
      time: hourOfDay.format(new Date(hour.from)),
      succeeded: polls - failed,
      failed,
      mean: measured(hour.mean_duration_seconds),
      longest: measured(hour.max_duration_seconds),
      lateness: measured(hour.max_lateness_seconds),
    };
  });

export const secondsText = (seconds: number): string => durationText(seconds * 1_000);

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export interface HealthFigures {
  polls: number;
  failed: number;
  late: number;
  success: string;
  mean: string;
  longest: string;
  lateness: string;
}

/** Sums up what the charts show; undefined if there were no polls. */
export function healthFigures(hours: HourOfInstance[]): HealthFigures | undefined {
  const total = (of: (hour: HourOfInstance) => number) =>
    hours.reduce((sum, hour) => sum + of(hour), 0);
  const most = (of: (hour: HourOfInstance) => number) => Math.max(...hours.map(of));
  const polls = total((hour) => hour.polls);
  if (polls === 0) return undefined;
  const failed = total((hour) => hour.failed_polls);
  // One failure among a million polls is not 100 %.
  const percent = Math.floor((1 - failed / polls) * 1_000) / 10;
  return {
    polls,
    failed,
    late: total((hour) => hour.late_polls),
    success: `${number.format(percent)} %`,
    mean: secondsText(total((hour) => hour.mean_duration_seconds * hour.polls) / polls),
    longest: secondsText(most((hour) => hour.max_duration_seconds)),
    lateness: secondsText(most((hour) => hour.max_lateness_seconds)),
  };
}
