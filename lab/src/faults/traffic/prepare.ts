import { simulatorInstance } from '@trellis/testing';
import type { World } from './world.js';

/** Registers the callback of the app and creates the connector instance. */
export async function prepare({ sender, app }: Pick<World, 'sender' | 'app'>): Promise<void> {
  const events = ['thing_created', 'thing_deleted', 'client_status_changed'];
  const callback = await sender.send({
    method: 'PUT',
    path: '/callback',
    body: { url: app.url, events },
  });
  if (callback.status !== 201) throw new Error(`The callback was answered ${callback.status}.`);
  app.setSecret(callback.body.secret as string);
  const { status } = await sender.send({
    method: 'POST',
    path: '/connectors/instances',
    body: simulatorInstance,
  });
  if (status !== 201) throw new Error(`The connector instance was answered ${status}.`);
}
