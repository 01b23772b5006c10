import { head, row } from '../../table.js';
import { median } from '../measure.js';

/** Reads a page; `next` is the path of the next one. */
export type GetPage = (path: string) => Promise<{ count: number; next: string | undefined }>;

const rounds = 5;
/** Number of pages of a list that are read in each round. */
const maxPages = 4;

/** Returns filtered, sorted and searched lists for the units on a path down from the root. */
const paths = ([, site, building]: string[], leaves: number): string[] => [
  '/units?capability=temperature',
  '/units?capability=temperature&type=unit',
  `/units?below=${site}&capability=temperature`,
  '/units?q=name==*77',
  '/units?sort=name',
  '/units?sort=-created',
  `/units?sort=name&below=${building}`,
  `/units?search=${leaves}`,
  '/units?search=unit',
  '/units?search=unitt',
  '/units?search=nowhere',
  `/units?search=77&below=${site}`,
  '/things?type=TemperatureSensor',
  '/things?available=false',
  '/things?q=values.temperature>24',
  '/things?view=values',
  '/things?sort=title',
  '/things?search=meter%2077',
  `/things?below=${site}&capability=temperature`,
  `/things?below=${site}&sort=title`,
];

/** Measures the first and the next pages of lists (ms), and prints them. */
export async function measureLists(
  units: string[],
  { get, leaves, print }: { get: GetPage; leaves: number; print: (text: string) => void },
): Promise<void> {
  print(`\n${head(['request', 'items of a page', 'first', 'next'])}`);
  for (const path of paths(units, leaves)) {
    const times: { first: number[]; next: number[] } = { first: [], next: [] };
    const counts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let next: string | undefined = path;
      for (let page = 0; next !== undefined && page < maxPages; page += 1) {
        const startedAt = performance.now();
        const answer: Awaited<ReturnType<GetPage>> = await get(next);
        times[page === 0 ? 'first' : 'next'].push(performance.now() - startedAt);
        if (round === 0) counts.push(answer.count);
        next = answer.next;
      }
    }
    const shown = [times.first, times.next].map((all) =>
      all.length === 0 ? '' : `${median(all).toFixed(0)} ms`,
    );
    const request = units.reduce((text, id, level) => text.replace(id, `<level ${level}>`), path);
    print(row([`\`${request}\``, counts.join(', '), ...shown]));
  }
}
