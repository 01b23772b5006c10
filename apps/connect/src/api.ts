import { Trellis, type components } from '@trellis/client';

type Schemas = components['schemas'];
export type Page = Schemas['ConnectPage'];
export type Technology = Page['technologies'][number];
export type Client = Schemas['ConnectClient'];
export type Stored = Schemas['ShownConfiguration'];
export type Configuration = Record<string, unknown>;

/** Which account the end user wants to use at the vendor: another one than before, or that one, for which it is asked anew. */
export type AccountChoice = 'other' | 'before';

/** The calls of the page, in its session. */
export interface Api {
  readPage(): Promise<Page>;
  /** Returns the id of the new client. */
  create(type: string, configuration: Configuration, name: string | undefined): Promise<string>;
  read(client: string): Promise<Client>;
  /** What is stored, without the secrets. */
  readConfiguration(client: string): Promise<Stored>;
  correct(client: string, patch: Configuration): Promise<Client>;
  tryAgain(client: string): Promise<Client>;
  /** Where the browser has to go so that the end user authorizes a client. */
  authorize(client: string, account?: AccountChoice): Promise<string>;
}

export function createApi(token: string, baseUrl = location.origin): Api {
  const trellis = new Trellis({ baseUrl, token, timeoutMs: 30_000 });
  return {
    readPage: async () => (await trellis.get('/connect/session')).data,
    async create(type, configuration, name) {
      const body = { connector_type_id: type, configuration, ...(name !== undefined && { name }) };
      return (await trellis.post('/connect/clients', { body })).data.client_id;
    },
    read: async (id) => (await trellis.get('/connect/clients/{id}', { path: { id } })).data,
    readConfiguration: async (id) =>
      (await trellis.get('/connect/clients/{id}/configuration', { path: { id } })).data,
    async correct(id, configuration) {
      const body = { configuration };
      return (await trellis.patch('/connect/clients/{id}', { path: { id }, body })).data;
    },
    tryAgain: async (id) =>
      (await trellis.post('/connect/clients/{id}/poll', { path: { id } })).data,
    async authorize(id, account) {
      const body = {
        ...(account === 'other' && { accept_other_account: true }),
        ...(account === 'before' && { prompt: 'login' as const }),
      };
      const path = { id };
      return (await trellis.post('/connect/clients/{id}/authorization', { path, body })).data.href;
    },
  };
}
