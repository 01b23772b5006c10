import type { components } from '@trellis/client';
import type { Printer } from './printer.js';

type Removal = components['schemas']['Removal'] | undefined;

export function showRemoval({ note }: Printer, removal: Removal): void {
  const counts = [
    ['client', removal?.clients.length],
    ['thing', removal?.things.length],
    ['link', removal?.links.length],
  ] as const;
  const parts = counts
    .filter(([, count]) => count)
    .map(([what, count]) => `${count} ${what}${count === 1 ? '' : 's'}`);
  note(parts.length > 0 ? `This also deletes ${parts.join(', ')}.` : 'This deletes nothing else.');
}
