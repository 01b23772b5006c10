import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { problems } from '@trellis/contracts';
import express, { Router } from 'express';
import { exchangeOf, methodNotAllowed, type Sender, toConstant } from '@trellis/operations';

interface DocsOptions {
  sender: Sender;
  headers: Map<string, string>;
}

/** Serves the OpenAPI document, Swagger UI at `/docs`, and an explanation of every problem. */
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
  };
  for (const [path, page] of Object.entries(pages)) {
    router.get(path, (_request, response) => sender.constant(exchangeOf(response), page));
  }
  router.use((_request, response, next) => {
    response.setHeaders(headers).setHeader('X-Request-Id', exchangeOf(response).id);
    next();
  });
  router.get('/', (_request, response) => response.redirect('/docs/'));
  router.use('/docs', express.static(swaggerDirectory));
  return router;
}

const swaggerInitializer = `window.ui = SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'BaseLayout',
});
`;

const problemRows = Object.entries(problems).map(([code, { status, title, ...row }]) => {
  const remedy = 'remedy' in row ? row.remedy : '';
  return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td><td>${remedy}</td></tr>`;
});

const problemPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Problems of Trellis</title>
<h1>Problems</h1>
<p>Every error is answered with <code>application/problem+json</code> (RFC 9457), whose <code>type</code> points here.</p>
<table>
<tr><th>code</th><th>status</th><th>meaning</th><th>remedy</th></tr>
${problemRows.join('\n')}
</table>
</html>
`;
