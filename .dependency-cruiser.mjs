/**
 * No circular imports, neither between files nor between folders. A folder that imports another one,
 * which imports it in turn, is one subject in two places, or two in one.
 */
export default {
  forbidden: [
    {
      name: 'no-circular-files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Tests may look into any folder; they would close circles that the product does not have.
    exclude: { path: ['\\.test\\.ts$', '/testing/', '/dist[./]', '/generated/'] },
    doNotFollow: { path: 'node_modules' },
    includeOnly: { path: '^(apps|libs|tools|e2e|lab)/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@trellis/source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
