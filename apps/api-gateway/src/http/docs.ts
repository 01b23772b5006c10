import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Problem, problems } from '@trellis/contracts';
import express, { type Express } from 'express';

/** Serves the OpenAPI document, Swagger UI at `/docs`, and an explanation of every problem. */
export function serveDocs(app: Express, document: unknown): void {
  const swaggerDirectory = dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  app.use(['/api/v1/openapi.json', '/docs'], ({ method }, _response, next) => {
    if (method === 'GET' || method === 'HEAD') return next();
    throw new Problem('method_not_allowed', 'Allowed here: GET, HEAD.', { allow: ['GET', 'HEAD'] });
  });
  app.get('/api/v1/openapi.json', (_request, response) => void response.json(document));
  app.get('/', (_request, response) => response.redirect('/docs/'));
  app.get('/docs/swagger-initializer.js', (_request, response) => {
    response.type('text/javascript').send(swaggerInitializer);
  });
  app.get('/docs/problems', (_request, response) => void response.type('html').send(problemPage));
  app.use('/docs', express.static(swaggerDirectory));
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
