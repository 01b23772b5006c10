import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing/context';
import { startApi, type ApiServer, type SeenRequest } from '@trellis/connectors/http-json/testing';
import { toConnector } from './connector.js';
import { homeParameter, type Entry } from './vendor.js';
import type { RecordedAnswer, RecordedCase } from './recorded.js';

export { recorded, type RecordedCase } from './recorded.js';

/** Starts a server that answers as was recorded, and nothing to the requests of writes. */
export function startRecorded({ answers, writes }: RecordedCase): Promise<ApiServer> {
  const sent = new Set(writes.map(({ sends }) => sends.request));
  return startApi((request) => {
    const { method, url } = request;
    const found = answers.find((one) => fits(one, request));
    if (found) return { status: found.status, json: found.body };
    return sent.has(`${method} ${url.pathname}${url.search}`) ? { json: {} } : { status: 404 };
  });
}

function fits({ request, sent }: RecordedAnswer, { method, url, body }: SeenRequest): boolean {
  const [recordedMethod, address] = request.split(' ');
  const recorded = new URL(address!, url);
  const hasQuery = [...recorded.searchParams].every(
    ([name, value]) => url.searchParams.get(name) === value,
  );
  if (method !== recordedMethod || url.pathname !== recorded.pathname || !hasQuery) return false;
  return sent === undefined || isWithin(sent, body);
}

/** Returns whether a value has all members of another one. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return isDeepStrictEqual(part, whole);
  if (typeof whole !== 'object' || whole === null) return false;
  const members = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => isWithin(value, members.get(name)));
}

/** Returns the connector of a vendor, and a context in which it reaches a server in place of the vendor. */
export function openRecorded(entry: Entry, { client: given }: RecordedCase, { host }: ApiServer) {
  const connector = toConnector(withoutTls(entry));
  const { instance, client } = reachAt(host, entry);
  const context = contextFor(connector, {
    instance: { ...connector.instance.sample, ...instance },
    client: { ...connector.client.sample, ...given, ...client },
    accessToken: async () => 'access-token',
  });
  return [connector, context] as const;
}

/** Returns the configurations that lead to a server in place of the vendor. */
export function reachAt(host: string, entry: Entry) {
  const { base_url, authentication } = entry.configuration;
  const at = (address: string) =>
    address.replace(/^https?:\/\/[^/]+/, `http://${host}`).replace(/\/$/, '');
  const home = homeParameter(entry);
  if (home !== undefined) return { instance: {}, client: { [home]: host } };
  const tokens =
    authentication?.scheme === 'oauth2'
      ? { token_endpoint: at(authentication.token_endpoint) }
      : {};
  return { instance: { base_url: at(base_url), ...tokens }, client: {} };
}

/** Returns an entry whose devices at home answer without TLS. */
const withoutTls = (entry: Entry): Entry => ({
  ...entry,
  configuration: {
    ...entry.configuration,
    certificate: 'public',
    base_url: entry.configuration.base_url.replace('https://{', 'http://{'),
  },
});

/** Returns a device as `recorded.yaml` shows it. */
export function showDevice({ id, title, available, values, properties }: Entity) {
  const entries = Object.entries(values).map(([name, value]) => {
    const unit = properties[name]?.unit;
    return [name, unit === undefined ? value : `${String(value)} ${unit}`];
  });
  return { id, title, available, values: Object.fromEntries(entries) };
}
