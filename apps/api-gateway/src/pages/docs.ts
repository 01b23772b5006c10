import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { problems, terms, type Term } from '@trellis/contracts';
import express, { Router } from 'express';
import { exchangeOf, methodNotAllowed, type Sender, toConstant } from '@trellis/operations';

interface DocsOptions {
  sender: Sender;
  headers: Map<string, string>;
}

/** Serves the OpenAPI document, Swagger UI at `/docs`, and an explanation of every problem and term. */
export function serveDocs(document: object, { sender, headers }: DocsOptions): Router {
  const swaggerDirectory = dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const router = Router({ caseSensitive: true });
  router.use(['/api/v1/openapi.json', '/docs'], (request, response, next) => {
    const { method, baseUrl } = request;
    exchangeOf(response).routePath = baseUrl;
    if (method === 'GET' || method === 'HEAD') return next();
    throw methodNotAllowed(['GET', 'HEAD']);
  });
  const pages = {
    '/api/v1/openapi.json': toConstant(JSON.stringify(document), 'application/json'),
    '/docs/swagger-initializer.js': toConstant(swaggerInitializer, 'text/javascript'),
    '/docs/problems': toConstant(problemPage, 'text/html'),
    '/docs/terms': toConstant(termPage, 'text/html'),
  };
  for (const [path, page] of Object.entries(pages)) {
    router.get(path, (_request, response) => sender.constant(exchangeOf(response), page));
  }
  router.use((_request, response, next) => {
    response.setHeaders(headers).setHeader('X-Request-Id', exchangeOf(response).id);
    next();
  });
  router.get('/', (_request, response) => response.redirect('/docs/'));
  for (const [name, mediaType] of Object.entries(largeFiles)) {
    const file = once(() =>
      toConstant(readFileSync(join(swaggerDirectory, name), 'utf8'), mediaType),
    );
    router.get(`/docs/${name}`, (_request, response) =>
      sender.constant(exchangeOf(response), file()),
    );
  }
  router.use('/docs', express.static(swaggerDirectory));
  return router;
}

/** The files of Swagger UI that are worth compressing. */
const largeFiles = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui-standalone-preset.js': 'text/javascript',
};

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

const swaggerInitializer = `window.ui = SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'BaseLayout',
});
`;

interface TablePage {
  title: string;
  /** HTML. */
  introduction: string;
  head: string[];
  /** The cells of each row, by its anchor. */
  rows: [string, (string | number)[]][];
}

const tablePage = ({ title, introduction, head, rows }: TablePage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>${title} of Trellis</title>
<h1>${title}</h1>
<p>${introduction}</p>
<table>
<tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr>
${rows.map(([id, cells]) => `<tr id="${id}"><td>${[code(id), ...cells].join('</td><td>')}</td></tr>`).join('\n')}
</table>
</html>
`;

const code = (text: string): string => `<code>${text}</code>`;

const problemPage = tablePage({
  title: 'Problems',
  introduction: `Every error is answered with ${code('application/problem+json')} (RFC 9457), whose ${code('type')} points here.`,
  head: ['code', 'status', 'meaning', 'remedy'],
  rows: Object.entries(problems).map(([name, { status, title, ...row }]) => [
    name,
    [status, title, 'remedy' in row ? row.remedy : ''],
  ]),
});

const termPage = tablePage({
  title: 'Terms',
  introduction: `The ${code('@type')} of properties whose meaning no public vocabulary has, with the prefix ${code('trellis:')}.`,
  head: ['term', 'meaning', 'Matter', 'Home Assistant'],
  rows: Object.entries<Term>(terms).map(([name, { description, matter, homeAssistant }]) => [
    name,
    [description, matter, homeAssistant].map(withCode),
  ]),
});

/** Shows what is between backquotes as code. */
function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
