import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import type { PersonBrowser } from '../people/person.js';

type Stored<Name extends 'tokens' | 'clientInformation'> = Awaited<
  ReturnType<OAuthClientProvider[Name]>
>;

interface AgentOptions {
  redirect?: string;
  /** The address of its description, in place of its registration. */
  describedAt?: string;
}

/**
 * An agent that gets access tokens by itself, and keeps them, as a program on the computer of a person or a page in a
 * browser does.
 */
export function newAgent(
  address: string,
  { redirect = 'http://127.0.0.1:9/callback', describedAt }: AgentOptions = {},
) {
  let client: Stored<'clientInformation'>;
  let tokens: Stored<'tokens'>;
  let discovered: OAuthDiscoveryState | undefined;
  let verifier = '';
  let opened: URL | undefined;
  const authProvider: OAuthClientProvider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: 'Test agent', redirect_uris: [redirect] },
    ...(describedAt !== undefined && { clientMetadataUrl: describedAt }),
    state: () => '0x1234&%"state"',
    clientInformation: () => client,
    saveClientInformation: (saved) => void (client = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (saved) => void (discovered = saved),
    discoveryState: () => discovered,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'client') client = undefined;
      if (scope === 'all' || scope === 'tokens') tokens = undefined;
    },
  };
  const newTransport = () =>
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider });
  let transport = newTransport();

  /** Calls a tool on a new connection. */
  async function call(name: string, given: Record<string, unknown> = {}) {
    transport = newTransport();
    const agent = new Client({ name: 'agent', version: '1' });
    await agent.connect(transport);
    try {
      return await agent.callTool({ name, arguments: given });
    } finally {
      await agent.close();
    }
  }

  return {
    call,
    /** Fails to call a tool without authorization; returns the address that it then opens in a browser. */
    async askForAuthorization(): Promise<URL> {
      opened = undefined;
      const error = await call('find_things').catch((thrown: unknown) => thrown);
      if (!(error instanceof UnauthorizedError)) throw new Error(`It was not refused: ${error}`);
      return opened!;
    },
    /** Takes the answer with which the browser came back. */
    finish: (answer: URL) => transport.finishAuth(answer.searchParams),
    tokens: () => tokens!,
    /** Continues with other tokens than it has. */
    use: (changed: object) => void (tokens = { ...tokens!, ...changed }),
    clientId: () => client!.client_id,
  };
}
export type Agent = ReturnType<typeof newAgent>;

/** Authorizes an agent as the page does. */
export function consent(person: PersonBrowser, requested: URL, environment: string) {
  const body = { ...Object.fromEntries(requested.searchParams), environment };
  return person.send<{ id: string; href: string; detail?: string }>(
    'POST',
    '/api/v1/mcp_clients',
    body,
  );
}
