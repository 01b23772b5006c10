import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

/** The product runs beside Vite in development. */
const product = process.env.TRELLIS_URL ?? 'http://localhost:3000';

/** A script of its own, for pages of other origins. */
const element = join(process.cwd(), 'src/element.ts');

/** How Vite builds and serves the web page whose project is in the current folder, below its own path. */
export default defineConfig({
  root: process.cwd(),
  base: `/${basename(process.cwd())}/`,
  appType: 'spa',
  resolve: { conditions: ['@trellis/source', ...defaultClientConditions] },
  // The polyfill would be a script in the page itself, which its Content-Security-Policy forbids.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.md' },
    reportCompressedSize: false,
    // `"use client"` is for servers that render.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      input: ['index.html', ...(existsSync(element) ? [element] : [])],
      // Others know it by its name.
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId === element ? 'element.js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    proxy: { '/api': product, '/oauth2': product, '/console/settings.json': product },
  },
});
