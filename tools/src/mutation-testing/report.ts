import type { Outcome, Tried } from './try-mutations.js';

/** The share of mutations that the tests must notice. */
const requiredShare = 0.9;

const firstLine = (text: string) => text.trim().split('\n')[0]!.slice(0, 70);

/** A line on a mutation that has been tried. */
export function lineOf({ mutation, outcome, problem }: Tried): string {
  const change = `${mutation.file}: ${firstLine(mutation.from)} → ${firstLine(mutation.to) || '(nothing)'}`;
  return `${outcome.padEnd(14)} ${change}${problem ? ` (${problem})` : ''}`;
}

const isNoticed = ({ outcome }: Tried) => outcome === 'noticed' || outcome === 'timed out';
const isOutcome =
  (wanted: Outcome) =>
  ({ outcome }: Tried) =>
    outcome === wanted;

/** The numbers of each project and of all, and the mutations that were not noticed. */
export function report(tried: Tried[]): string {
  const projects = [...new Set(tried.map(({ mutation }) => mutation.project))];
  const row = (name: string, some: Tried[]) =>
    [
      name.padEnd(20),
      ...[
        some.length,
        some.filter(isNoticed).length,
        some.filter(isOutcome('survived')).length,
        some.filter(isOutcome('does not apply')).length,
      ].map((count) => String(count).padStart(9)),
    ].join('');
  const unnoticed = tried.filter((one) => !isNoticed(one));
  return [
    ...(unnoticed.length > 0 ? ['', ...unnoticed.map(lineOf)] : []),
    '',
    `${''.padEnd(20)}${['changes', 'noticed', 'survived', 'stale'].map((title) => title.padStart(9)).join('')}`,
    ...projects.map((project) =>
      row(
        project,
        tried.filter(({ mutation }) => mutation.project === project),
      ),
    ),
    row('all', tried),
    '',
  ].join('\n');
}

/** Whether enough was noticed, and every mutation still applies. */
export const isEnough = (tried: Tried[]): boolean =>
  !tried.some(isOutcome('does not apply')) &&
  tried.filter(isNoticed).length >= requiredShare * tried.length;
