import type { Page } from './api.js';
import { Initial } from './technologies.js';
import { accentsOf } from './theme.js';
import type { View } from './view.js';
import type { Words } from './words.js';

/** Shows the page in the color of an account. */
export function paint(color: string): void {
  const { style } = document.documentElement;
  for (const [scheme, { accent, onAccent }] of Object.entries(accentsOf(color))) {
    style.setProperty(`--accent-${scheme}`, accent);
    style.setProperty(`--on-accent-${scheme}`, onAccent);
  }
}

/** Whose page it is. */
export const Header = ({ name, words }: { name: string | undefined; words: Words }) => (
  <header>
    {name !== undefined && <Initial name={name} />}
    <span>{name ?? words.page}</span>
  </header>
);

interface FooterProps {
  page: Page | undefined;
  view: View | undefined;
  words: Words;
  onCancel(): void;
}

/** What becomes of what is entered, and the way out. */
export function Footer({ page, view, words, onCancel }: FooterProps) {
  const isUnderWay = view && ['choice', 'form', 'change'].includes(view.screen);
  return (
    <footer>
      {isUnderWay && <p>{words.trust(page?.branding?.name ?? words.theApp)}</p>}
      {isUnderWay && page?.return_url !== undefined && (
        <button type="button" className="link" onClick={onCancel}>
          {words.cancel}
        </button>
      )}
    </footer>
  );
}
