import { waitFor } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { type asDemo, headingOf, looks, show, violationsOf } from './page.js';

interface Screen {
  path: string;
  title: string | RegExp;
  /** The tab and the button that lead on from there, such as to a dialog. */
  tab?: string;
  button?: string | RegExp;
}

/** Every screen of the console, those of one thing as well, and its dialogs. */
export async function everyScreen(demo: ReturnType<typeof asDemo>): Promise<Screen[]> {
  const idOf = async (path: string) => {
    const { body } = await demo('GET', path);
    return (body as { href: string }[])[0]!.href.split('/').at(-1)!;
  };
  const clients = (await demo('GET', '/connectors/clients?view=summary')).body as {
    href: string;
    status: string;
  }[];
  const clientWith = (status: string) =>
    `/clients/${clients
      .find((one) => one.status === status)!
      .href.split('/')
      .at(-1)!}`;
  const working = { path: clientWith('STARTED'), title: /^Simulator of / };
  const unit = { path: `/units/${await idOf('/units?name=House')}`, title: 'House' };
  const lamp = { path: `/things/${await idOf('/things?capability=light')}`, title: 'Lamp 1' };
  return [
    { path: '', title: 'Home' },
    { path: '/things', title: 'Things' },
    lamp,
    { ...lamp, button: 'History of Brightness' },
    { ...lamp, tab: 'About' },
    { ...lamp, tab: 'Thing Description' },
    { path: '/units', title: 'Units' },
    { path: '/units', title: 'Units', button: 'New unit' },
    unit,
    { ...unit, tab: 'Picture' },
    { ...unit, tab: 'Scenes' },
    { ...unit, tab: 'Subjects' },
    { ...unit, tab: 'Properties', button: 'New property' },
    { ...unit, button: 'Delete' },
    { path: '/subjects', title: 'Subjects' },
    { path: '/subjects/alice', title: 'alice' },
    { path: '/subjects/alice', title: 'alice', button: 'Delete end user…' },
    { path: '/connectors', title: 'Connectors' },
    { path: '/connectors/new', title: 'New connector type' },
    { path: '/connectors/simulator', title: 'Simulator' },
    { path: '/connectors/simulator', title: 'Simulator', button: 'Change' },
    { path: '/connectors/http-json', title: 'HTTP and JSON' },
    { path: '/connectors/mqtt-discovery', title: /^MQTT/, button: 'Try it first' },
    { path: '/clients', title: 'Clients' },
    { path: '/clients/new?type=mqtt-discovery', title: /^Connect / },
    working,
    { ...working, button: 'Configure' },
    { ...working, button: 'Delete' },
    { path: clientWith('ERROR'), title: / of carol$/ },
    { path: '/activity', title: 'Activity' },
    { path: '/alerts', title: 'Alerts' },
    { path: '/alerts', title: 'Alerts', button: 'New alert rule' },
    { path: '/callbacks', title: 'Callbacks' },
    { path: '/callbacks', title: 'Callbacks', button: 'Register' },
    { path: '/audit', title: 'Audit log' },
    { path: '/apps', title: 'API keys' },
    { path: '/usage', title: 'Usage' },
    { path: '/limits', title: 'Limits' },
    { path: '/nowhere', title: 'Not found' },
  ];
}

/** Finds problems of a screen in light and dark colors, wide and narrow. */
export async function faultsOf(page: Page, screen: Screen): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, screen);
    const found = await violationsOf(page);
    faults.push(...found.map((one) => `${colorScheme}, ${width} wide: ${one}`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (overflow !== 0) faults.push(`${overflow} too wide for ${width}`);
    if (screen.button) await page.keyboard.press('Escape');
  }
  return faults;
}

async function open(page: Page, { path, title, tab, button }: Screen) {
  // A screen that is shown already would be left as it is, with what was opened in it.
  await show(page, '/nowhere', 'Not found');
  await show(page, path, title);
  if (tab) await page.getByRole('tab', { name: tab }).click();
  if (button) await page.getByRole('button', { name: button, exact: true }).first().click();
  await headingOf(page, title).waitFor({ state: 'attached' });
  await waitFor(async () => (await page.getByLabel('Loading').count()) === 0);
}
