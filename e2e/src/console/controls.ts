import { waitFor } from '@trellis/testing';
import type { Page, Request } from 'playwright-core';

/** A line of a snapshot, such as `- button "Delete" [disabled]`. */
const control =
  /^\s*- (?:button|checkbox|combobox|radio|searchbox|slider|spinbutton|switch|textbox)\b(?: "((?:[^"\\]|\\.)*)")?(.*)$/;

/**
 * Lists the accessible names of the enabled controls of a screen, `''` for one that has no name. Leaves out links, and tabs,
 * which only show something.
 */
export async function controlsOf(page: Page): Promise<string[]> {
  const snapshot = await page.getByRole('main').ariaSnapshot();
  const names = snapshot.split('\n').flatMap((one) => {
    const [isControl, name = '', rest = ''] = control.exec(one) ?? [];
    return isControl && !rest.includes('[disabled]') ? [name] : [];
  });
  return [...new Set(names)].sort();
}

/** Lists the paths within the console to which a page links. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
    return links.map(({ pathname }) => pathname.replace(/^\/console\/e\/[^/]+/, ''));
  });

interface Clicking {
  page: Page;
  /** Names of buttons that are not clicked. */
  without: readonly string[];
  /** Called when a button was clicked; a dialog may be open. */
  onClicked(name: string): Promise<void>;
}

/** Clicks each button of a screen that sends no form, except tabs. Closes the dialogs that open. */
export async function clickAll({ page, without, onClicked }: Clicking): Promise<void> {
  const all = 'main button:enabled:visible:not([type=submit], [role=tab], [data-clicked])';
  const next = page.locator(all).first();
  while ((await next.count()) > 0) {
    const button = (await next.elementHandle())!;
    // Lists may change by a click.
    await button.evaluate((element) => element.setAttribute('data-clicked', ''));
    const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim();
    if (without.includes(name)) continue;
    // A dialog of the button before may open late, over this one.
    await waitFor(async () => {
      await closeDialog(page);
      return button.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
    await onClicked(name);
  }
  await closeDialog(page);
}

const closeDialog = (page: Page) =>
  waitFor(async () => {
    if ((await page.getByRole('dialog').count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });

/** Requests of a page to the interface. */
export interface WatchedRequests {
  /** Those that were answered with 403. */
  refused: string[];
  /** Waits until a page has read all that it shows. */
  settle(): Promise<void>;
}

export function watchRequests(page: Page): WatchedRequests {
  const open = new Set<Request>();
  const refused: string[] = [];
  page.on('request', (request) => !isEndless(request) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  const isIdle = async () =>
    open.size === 0 && (await page.getByLabel('Loading').count()) === 0 && open.size === 0;
  return {
    refused,
    // One answer may lead to the next request.
    settle: async () => void (await waitFor(async () => (await isIdle()) && (await isIdle()))),
  };
}

const isEndless = (request: Request) =>
  request.headers().accept === 'text/event-stream' ||
  new URL(request.url()).pathname.endsWith('/changes');
