import type { Page } from '../api.js';
import type { View } from '../session/session.js';
import { useWords } from '../texts/words-context.js';
import { Initial } from './technologies.js';
import { accentsOf } from './theme.js';

/** Applies the color of an account to the page. */
export function paint(color: string): void {
  const { style } = document.documentElement;
  for (const [scheme, { accent, onAccent }] of Object.entries(accentsOf(color))) {
    style.setProperty(`--accent-${scheme}`, accent);
    style.setProperty(`--on-accent-${scheme}`, onAccent);
  }
}

interface HeaderProps {
  name: string | undefined;
  /** Name of the end user, as the app gave it. */
  subjectName: string | undefined;
}

/** Names the app, and the end user, so that somebody with the link of another person notices. */
export function Header({ name, subjectName }: HeaderProps) {
  const words = useWords();
  return (
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
}

interface FooterProps {
  page: Page | undefined;
  view: View | undefined;
  onCancel(): void;
}

/** Explains how the input is stored, and lets the end user cancel. */
export function Footer({ page, view, onCancel }: FooterProps) {
  const words = useWords();
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
