import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { boundaries } from './boundaries.mjs';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist.*/**',
      '**/generated/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strict,
  {
    plugins: { '@nx': nx },
    languageOptions: {
      globals: {
        process: 'readonly',
        globalThis: 'readonly',
        URL: 'readonly',
        console: 'readonly',
      },
    },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: boundaries,
          // The tools read the variables of each app and what the gateway serves; every project has the same test
          // set-up.
          allow: [
            '^@trellis/[a-z-]+/(configuration|openapi)$',
            '/(jest\\.project|boundaries)\\.mjs$',
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['apps/*/public/**/*.js'],
    languageOptions: {
      globals: {
        addEventListener: 'readonly',
        document: 'readonly',
        location: 'readonly',
        sessionStorage: 'readonly',
      },
    },
  },
  {
    // A connector knows one remote technology and the SDK.
    files: ['libs/connectors/src/*/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '@trellis/*',
                '!@trellis/connector-sdk',
                '!@trellis/jinja',
                '!@trellis/testing',
              ],
              message: 'A connector imports only the SDK and the template language.',
            },
          ],
        },
      ],
    },
  },
);
