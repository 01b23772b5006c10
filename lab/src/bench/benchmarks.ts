/** The benchmarks that lab/README.md describes. Each loads its packages when it runs. */
export const benchmarks = {
  requests: () => import('./requests.js'),
  compression: () => import('./compression.js'),
  tracing: () => import('./tracing.js'),
  graph: () => import('./graph.js'),
  history: () => import('./history.js'),
  polls: () => import('./polls.js'),
  activity: () => import('./activity.js'),
  listen: () => import('./listen.js'),
  interactions: () => import('./interactions.js'),
  remotes: () => import('./remotes.js'),
  agents: () => import('./agents.js'),
  'idle-agents': () => import('./idle-agents.js'),
  neighbors: () => import('./neighbors.js'),
} satisfies Record<string, () => Promise<{ run(): Promise<void> }>>;
