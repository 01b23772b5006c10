import { afterAll, beforeAll } from '@jest/globals';
import { startBrowser, startHueBridge } from '@trellis/connectors/testing';
import type { AgentProgram, Stack } from '@trellis/testing';
import { Bonjour } from 'bonjour-service';
import type { Browser } from 'playwright-core';
import { newDeveloper, type Developer } from '../connect/developer.js';

interface BridgeAtHome {
  browser: Browser;
  acme: Developer;
  bridge: Awaited<ReturnType<typeof startHueBridge>>;
  /** The agent of the home, which ends with the tests. */
  program?: AgentProgram;
}

/** A Hue bridge that announces itself, a developer who offers its connector, and a browser, for the tests of a group. */
export function bridgeAtHome(stack: () => Stack): () => BridgeAtHome {
  let home: BridgeAtHome | undefined;
  let network: Bonjour | undefined;
  beforeAll(async () => {
    const [browser, bridge] = await Promise.all([startBrowser(), startHueBridge()]);
    home = { browser, bridge, acme: await newDeveloper(stack(), 'https://app.example') };
    await home.acme.instance('philips-hue', {});
    network = new Bonjour();
    network.publish({ name: 'Hue Bridge - 1A2B3C', type: 'hue', port: 443 });
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => (network ? network.unpublishAll(resolve) : resolve()));
    network?.destroy();
    await home?.program?.clear();
    await home?.browser.close();
    await home?.bridge.stop();
  });
  return () => home!;
}
