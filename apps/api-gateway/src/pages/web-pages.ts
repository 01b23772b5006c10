import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import sirv from 'sirv';
import { Problem } from '@trellis/contracts';
import { exchangeOf, methodNotAllowed, webPageHeaders } from '@trellis/operations';
import type { GatewayConfiguration } from '../configuration.js';

/** A page of the product, as Vite has built it. */
interface WebPage {
  /** All paths below it that name no file answer its `index.html`. */
  path: string;
  /** The package whose folder `dist` it is in. */
  package: string;
  /** Whether it may send messages to the page, of any origin, that has opened it in another window. */
  keepsOpener?: boolean;
  /** Other origins to which it may send requests. */
  connectsTo?: string[];
  /** Which of its files the pages of all origins may load. */
  embedded?: RegExp;
  /** The content of its `settings.json`. */
  settings?: object;
}

export const webPages = (consoleOptions: ConsoleOptions): WebPage[] => [
  {
    path: '/connect',
    package: '@trellis/connect',
    keepsOpener: true,
    embedded: /^\/(element\.js|logos\/[a-z]+\.svg)$/,
  },
  { path: '/console', package: '@trellis/console', ...consoleOptions },
];

/** Serves pages, each with a Content-Security-Policy that allows only its own files. */
export function serveWebPages(
  pages: readonly WebPage[],
  folderOf: (page: WebPage) => string = builtFolder,
): Router {
  const router = Router({ caseSensitive: true });
  for (const page of pages) {
    router.use(page.path, (request, response, next) => {
      exchangeOf(response).routePath = page.path;
      if (request.method === 'GET' || request.method === 'HEAD') return next();
      throw methodNotAllowed(['GET', 'HEAD']);
    });
    if (page.settings) router.get(`${page.path}/settings.json`, sendSettings(page.settings));
    router.use(page.path, servePage(page, folderOf(page)));
  }
  return router;
}

function servePage(
  { package: name, keepsOpener = false, connectsTo = [], embedded }: WebPage,
  folder: string,
): RequestHandler {
  if (!existsSync(join(folder, 'index.html'))) return notBuilt(name);
  const headers = webPageHeaders({ keepsOpener, connectsTo });
  const serve = sirv(folder, {
    single: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? forever : 'no-cache');
      if (embedded?.test(path)) response.setHeaders(forAllOrigins);
    },
  });
  return (request, response, next) => {
    response.setHeaders(headers).setHeader('X-Request-Id', exchangeOf(response).id);
    serve(request, response, next);
  };
}

/** These files contain no secrets or personal data, and are loaded without cookies. */
const forAllOrigins = new Map([
  ['Access-Control-Allow-Origin', '*'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
]);

/** Public, and read each time a page is opened: it may change whenever the gateway is started anew. */
const sendSettings =
  (settings: object): RequestHandler =>
  (_request, response) => {
    response.setHeader('X-Request-Id', exchangeOf(response).id);
    response.setHeader('Cache-Control', 'public, max-age=60');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.json(settings);
  };

/** For files with a digest of their content in their names (RFC 8246). */
const forever = 'public, max-age=31536000, immutable';

const notBuilt =
  (name: string): RequestHandler =>
  () => {
    const command = `npx nx build ${name}`;
    throw new Problem('not_found', `The page has not been built: ${command}, then start again.`);
  };

const builtFolder = ({ package: name }: WebPage): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dist');

/** The ways to sign in to the console, which it reads from `/console/settings.json`. */
interface ConsoleSettings {
  /** Whether the gateway issues access tokens to registered apps. */
  client_credentials: boolean;
  openid?: {
    issuer: string;
    client_id: string;
    scope: string;
    /** Further parameters of requests for access tokens. */
    parameters: Record<string, string>;
  };
}

export interface ConsoleOptions {
  settings: ConsoleSettings;
  /** The origins of the external issuer, to which the console may send requests. */
  connectsTo: string[];
}

export function consoleOptions(configuration: GatewayConfiguration): ConsoleOptions {
  const {
    JWT_SECRET,
    JWT_ISSUER,
    JWT_AUDIENCE: audience,
    CONSOLE_OPENID_CLIENT_ID: client_id,
    CONSOLE_OPENID_ISSUER: issuer = JWT_ISSUER,
    CONSOLE_OPENID_SCOPE: scope,
    CONSOLE_OPENID_AUDIENCE_PARAMETER: parameter,
    CONSOLE_OPENID_ORIGINS: origins,
  } = configuration;
  const client_credentials = JWT_SECRET !== undefined;
  if (client_id === undefined || issuer === undefined) {
    return { settings: { client_credentials }, connectsTo: [] };
  }
  const parameters =
    audience === undefined || parameter === 'none' ? {} : { [parameter]: audience };
  return {
    settings: { client_credentials, openid: { issuer, client_id, scope, parameters } },
    connectsTo: [...new Set([new URL(issuer).origin, ...origins])],
  };
}
