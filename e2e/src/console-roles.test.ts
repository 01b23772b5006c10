import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually, request } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { solarType } from './connector-types/solar.js';
import { clickAll, controlsOf, linksOf, watchRequests } from './console/controls.js';
import { asDemo, headingOf, lookAt, onePage, show } from './console/page.js';
import { createResources } from './console/role-resources.js';
import { everyRoleScreen, type RoleScreen } from './console/role-screens.js';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, newPerson, type PersonBrowser } from './people/person.js';

const stack = oneStack();
const demo = asDemo(stack);

const roles = ['developer', 'support', 'viewer'] as const;
type Role = (typeof roles)[number];
const readers = ['support', 'viewer'] as const;

/** Names of controls that only choose what is shown, or copy and download it. */
const reading = [
  /^(Availability|Capability|Order|Search .*|Contents of .*|Fit View|Zoom (In|Out))$/,
  /^(History of .*|Property in the logbook)$/,
  /^(Copy|Copy the id|Download .*|By (connector|day|subject))$/,
  /^(All|Failed|Succeeded|Needs attention|Paused|Running|Online|Offline|Not paired)$/,
  /^(Code|Connector|From|Kind|Outcome|Status|Subject|To)$/,
  // An operation of a client, and one in the audit log.
  /^(Poll (succeeded|failed) .*|[a-z]+([A-Z_][a-z]+)+)$/,
  /^(Actor|Export|Filter|Operation|Resource id)$/,
  // The field for a subject to look at.
  /^(Open|Subject id)$/,
  /^(Answer of the app|Show|Type of message)$/,
  // The form that verifies the signature of a message in the browser.
  /^(Body, as received|Secret|Show the secret|Verify|webhook-(id|signature|timestamp))$/,
];

/** A part of the alerts that show why a client fails. */
const failure = 'The address is in a network that clients must not reach.';

const mayOpen = (role: string, { roles: open }: RoleScreen) => !open || open.includes(role);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`roles in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();
  const people = {} as Record<Role, PersonBrowser>;
  let screens: RoleScreen[];

  beforeAll(async () => {
    const owner = newPerson(stack().address);
    const email = 'ada@acme.example';
    const organization = { organization: 'Acme', environment: 'demo' };
    const link = await inviteAsOperator(stack(), { email, ...organization });
    await owner.signUp(email, link);
    await owner.accept(link);
    const { body } = await owner.get<{ id: string }[]>('/api/v1/organizations');
    for (const role of roles) {
      const invited = { email: `${role}@acme.example`, role };
      const path = `/api/v1/organizations/${body[0]!.id}/invitations`;
      const { body: invitation } = await owner.send('POST', path, invited);
      people[role] = newPerson(stack().address);
      await people[role].signUp(invited.email, invitation.link!);
      expect((await people[role].accept(invitation.link!)).status).toBe(200);
    }
    const headers = { authorization: `Bearer ${await people.developer.token('demo')}` };
    const resources = await createResources(demo, {
      type: solarType('https://api.solar.example'),
      asConsole: (method, path, options) => request(stack(), method, path, { ...options, headers }),
    });
    screens = everyRoleScreen(resources);
  }, 120_000);

  async function signIn(role: Role) {
    const { page } = opened();
    const url = stack().address;
    const cookies = [...people[role].jar].map(([name, value]) => ({ name, value, url }));
    await page.context().addCookies(cookies);
    const requests = watchRequests(page);
    await page.goto(`${url}/console/e/demo`);
    await headingOf(page, 'Home').waitFor();
    async function open({ path, title, tab }: RoleScreen) {
      // A screen that is shown already would be left as it is.
      await show(page, '/e/demo/nowhere', 'Not found');
      await show(page, `/e/demo${path}`, title);
      if (tab) await page.getByRole('tab', { name: tab }).click();
      await requests.settle();
    }
    return { page, open, ...requests };
  }

  test('are tested on every screen', () => {
    const source = new URL('../../apps/console/src/routes.tsx', import.meta.url);
    const paths = readFileSync(source, 'utf8').matchAll(/screen\('([^']+)'/g);
    const routes = [...paths].map(([, path]) => path!);
    const patterns = routes.map((path) => new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`));
    expect(routes.length).toBeGreaterThan(20);
    const isTested = (pattern: RegExp) => screens.some(({ path }) => pattern.test(path));
    expect(patterns.filter((pattern) => !isTested(pattern))).toEqual([]);
  });

  test('let a developer change everything', async () => {
    const { page, open, refused } = await signIn('developer');
    const links = new Set<string>();
    for (const screen of screens) {
      await open(screen);
      const { changes = [], operates = [], own = [] } = screen;
      const all = [...changes, ...operates, ...own];
      await eventually(
        async () => expect(await controlsOf(page)).toEqual(expect.arrayContaining(all)),
        { within: 20_000 },
      );
      for (const path of await linksOf(page)) links.add(path);
    }
    const restricted = screens.filter((screen) => screen.roles).map(({ path }) => path);
    expect([...links]).toEqual(expect.arrayContaining(restricted));
    expect(refused).toEqual([]);
  }, 300_000);

  /** Returns the controls that a reader should not have. */
  async function unexpected(page: Page, screen: RoleScreen) {
    const { path, tab, changes = [], operates = [], own = [] } = screen;
    const controls = await controlsOf(page);
    const mayStay = (name: string) =>
      [...own, ...operates].includes(name) || reading.some((one) => one.test(name));
    const wrong = controls.filter((name) => changes.includes(name) || !mayStay(name));
    return wrong.length === 0 ? [] : [{ path, tab, wrong }];
  }

  test.each(readers)(
    'show %s no control that would be refused',
    async (role) => {
      const { page, open, refused, settle } = await signIn(role);
      const shown = screens.filter((screen) => mayOpen(role, screen));
      const closed = screens.filter((screen) => !shown.includes(screen)).map(({ path }) => path);
      const wrong: object[] = [];
      for (const screen of shown) {
        const operates = role === 'support' ? (screen.operates ?? []) : [];
        await open(screen);
        wrong.push(...(await unexpected(page, { ...screen, operates })));
        expect((await linksOf(page)).filter((path) => closed.includes(path))).toEqual([]);
        const check = async (clicked?: string) => {
          await settle();
          const alerts = await page.getByRole('alert').allInnerTexts();
          const strange = alerts.filter((text) => !text.includes(failure));
          expect({ clicked, alerts: strange, refused }).toEqual({
            clicked,
            alerts: [],
            refused: [],
          });
        };
        await check();
        await clickAll({ page, without: [...operates, ...(screen.own ?? [])], onClicked: check });
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  test('let support poll, pause and resume a client', async () => {
    const { page, open, refused } = await signIn('support');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await open(screens.find(({ operates }) => operates)!);
    const polled = page.waitForResponse(/\/poll$/);
    await button('Poll now').click();
    // One that has just been polled has to wait.
    expect([202, 429]).toContain((await polled).status());
    await button('Pause').click();
    await button('Resume').click();
    await button('Pause').waitFor();
    expect(refused).toEqual([]);
  }, 60_000);

  test.each(readers)(
    'say to %s in a sentence which screens are closed',
    async (role) => {
      const { page, open, refused } = await signIn(role);
      for (const screen of screens.filter(({ roles: some }) => some !== undefined)) {
        await open(screen);
        const sentence = page.getByText(`Your role (${role}) may not open this page.`);
        if (mayOpen(role, screen)) expect(await sentence.count()).toBe(0);
        else await sentence.waitFor();
      }
      await lookAt(page, `closed-to-${role}`);
      expect(refused).toEqual([]);
    },
    120_000,
  );
});
