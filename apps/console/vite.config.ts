import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` runs, for `vite` in development. */
const gateway = process.env.TRELLIS_URL ?? 'http://localhost:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  resolve: { conditions: ['@trellis/source', 'module', 'browser', 'development|production'] },
  // Fonts and pictures stay files of their own, so that the page loads nothing from `data:` addresses.
  build: { assetsInlineLimit: 0 },
  server: { proxy: { '/api': gateway, '/oauth2': gateway } },
});
