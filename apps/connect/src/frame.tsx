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

interface HeaderProps {
  /** Of the app. */
  name: string | undefined;
  /** Of the end user, whatever text the app has given for it. */
  subjectName: string | undefined;
  words: Words;
}

/** Whose page it is; and for whom, so that somebody who has got the link of another notices. */
export const Header = ({ name, subjectName, words }: HeaderProps) => (
  <header>
    {name !== undefined && <Initial name={name} />}
    <span>{name ?? words.page}</span>
    {subjectName !== undefined && (
      <p>
        <strong>
          {words.connectingFor} <bdi>{subjectName}</bdi>
        </strong>
        <br />
        {words.notYou}
      </p>
    )}
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
