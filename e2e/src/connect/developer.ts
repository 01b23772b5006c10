import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { launchTool, request, type ApiAnswer, type SharedStack } from '@trellis/testing';

/** A developer with a registered app, and the requests of its server. */
export interface Developer {
  name: string;
  request(
    method: string,
    path: string,
    options?: { subject?: string; body?: unknown },
  ): Promise<ApiAnswer>;
  instance(type: string, configuration: object): Promise<void>;
  /** Creates a connect session; returns its address. */
  session(subject: string, body?: object): Promise<string>;
}

/** Registers an app with an origin for a new developer. */
export async function newDeveloper(
  stack: Pick<SharedStack, 'address' | 'dataDirectory'>,
  origin: string,
): Promise<Developer> {
  const name = `developer-${randomUUID()}`;
  const args = ['--developer', name, '--name', 'Acme Home', '--origins', origin];
  const { launcher, output } = launchTool('register-app', { DATA_DIR: stack.dataDirectory }, args);
  await once(launcher, 'close');
  const credentials = JSON.parse(/\{[^]*\}/.exec(output())![0]) as Record<string, string>;
  const answer = await fetch(`${stack.address}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const send: Developer['request'] = (method, path, { subject, body } = {}) =>
    request(stack, method, path, {
      body,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(subject !== undefined && { 'x-external-subject-id': subject }),
      },
    });
  return {
    name,
    request: send,
    async instance(connector_type_id, configuration) {
      const body = { connector_type_id, configuration };
      const { status } = await send('POST', '/connectors/instances', { body });
      if (status !== 201) throw new Error(`The instance of ${connector_type_id} is ${status}.`);
    },
    async session(subject, body = {}) {
      const created = await send('POST', '/connect/sessions', { subject, body });
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      return created.body.href as string;
    },
  };
}
