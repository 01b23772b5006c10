import { isProblem, Trellis, type components } from '@trellis/client';

type Schemas = components['schemas'];
export type Page = Schemas['ConnectPage'];
export type Technology = Page['technologies'][number];
export type Agent = Page['agents'][number];
export type Found = Page['found'][number];
export type PairedAgent = Schemas['ConnectAgent'];
export type Client = Schemas['ConnectClient'];
export type Configuration = Record<string, unknown>;

/** The account to sign in to at the vendor: another one than before, or the one used before. */
export type AccountChoice = 'other' | 'before';

interface NewClient {
  configuration: Configuration;
  name: string | undefined;
  /** The agent through which it is reached; undefined for a direct connection. */
  via: string | undefined;
}

export type Api = ReturnType<typeof createApi>;

/** Creates the calls of the page, in the session of the token. */
export function createApi(token: string, baseUrl = location.origin) {
  const trellis = new Trellis({ baseUrl, token, timeoutMs: 30_000 });
  return {
    readPage: async () => (await trellis.get('/connect/session')).data,
    async create(type: string, { configuration, name, via }: NewClient) {
      const body = { connector_type_id: type, configuration, name, via };
      return (await trellis.post('/connect/clients', { body })).data.client_id;
    },
    createAgent: async (name: string) =>
      (await trellis.post('/connect/agents', { body: { name } })).data,
    /** Removes an agent; one that is gone already is no error. */
    removeAgent: (id: string) =>
      trellis.delete('/connect/agents/{id}', { path: { id } }).catch((error: unknown) => {
        if (!isProblem(error, 'not_found')) throw error;
      }),
    read: async (id: string) => (await trellis.get('/connect/clients/{id}', { path: { id } })).data,
    /** Reads the stored configuration, without its secrets. */
    readConfiguration: async (id: string) =>
      (await trellis.get('/connect/clients/{id}/configuration', { path: { id } })).data,
    async changeConfiguration(id: string, configuration: Configuration) {
      const body = { configuration };
      return (await trellis.patch('/connect/clients/{id}', { path: { id }, body })).data;
    },
    poll: async (id: string) =>
      (await trellis.post('/connect/clients/{id}/poll', { path: { id } })).data,
    async authorize(id: string, account?: AccountChoice) {
      const body =
        account === 'other'
          ? { accept_other_account: true }
          : account === 'before'
            ? { prompt: 'login' as const }
            : {};
      const options = { path: { id }, body };
      return (await trellis.post('/connect/clients/{id}/authorization', options)).data.href;
    },
  };
}
