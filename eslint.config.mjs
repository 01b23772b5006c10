import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom, by the tags in each package.json; see docs/architecture.md. */
const boundaries = [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:lib'],
  },
  { sourceTag: 'knows:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:sealing', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:local-postgres', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:platform', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:database', onlyDependOnLibsWithTags: ['knows:contracts'] },
  {
    sourceTag: 'knows:messaging',
    onlyDependOnLibsWithTags: ['knows:contracts', 'knows:testing'],
  },
  { sourceTag: 'knows:connector-sdk', onlyDependOnLibsWithTags: ['knows:contracts'] },
  {
    sourceTag: 'knows:connectors',
    onlyDependOnLibsWithTags: ['knows:connector-sdk', 'knows:testing'],
  },
  { sourceTag: 'knows:testing', onlyDependOnLibsWithTags: ['knows:local-postgres'] },
  {
    sourceTag: 'knows:http',
    onlyDependOnLibsWithTags: [
      ...['knows:contracts', 'knows:messaging', 'knows:platform', 'knows:sealing'],
      'knows:testing',
    ],
  },
  {
    sourceTag: 'knows:units',
    onlyDependOnLibsWithTags: [
      ...['knows:contracts', 'knows:messaging', 'knows:platform', 'knows:database'],
      'knows:testing',
    ],
  },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:app', 'type:bench'] },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.nx/**', '.data/**'] },
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
          // The tools read what variables each app knows; every project has the same test set-up.
          allow: ['^@trellis/[a-z-]+/configuration$', '/jest\\.project\\.mjs$'],
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
    // A connector knows one remote technology and the SDK.
    files: ['libs/connectors/src/*/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@trellis/*', '!@trellis/connector-sdk', '!@trellis/testing'],
              message: 'A connector imports the SDK alone.',
            },
          ],
        },
      ],
    },
  },
);
