import './theme/styles.js';
import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Live } from './live/live-context.js';
import { router } from './routes.js';
import { SessionGate } from './entry/session-gate.js';
import { ToastsOnDemand } from './shell/toasts-on-demand.js';
import { theme } from './theme/theme.js';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Whether the screen shows the problem itself; otherwise a toast does. */
      showsProblem?: boolean;
    };
  }
}

// After an update the scripts of the version that is open are gone: loads the present one, but not again and again.
window.addEventListener('vite:preloadError', (event) => {
  const lastAt = Number(sessionStorage.getItem('reloaded'));
  if (Date.now() - lastAt < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded', String(Date.now()));
  window.location.reload();
});

const queries = new QueryClient({
  // `@trellis/client` already retries.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
  mutationCache: new MutationCache({
    onError(error, _variables, _result, { meta }) {
      if (meta?.showsProblem) return;
      void import('./shell/toasts.js').then(({ toastProblem }) => toastProblem(error));
    },
  }),
});
const forget = () => queries.clear();

createRoot(document.getElementById('root')!).render(
  // The content security policy forbids inserted style sheets, so variables and classes come from files.
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queries}>
      <ToastsOnDemand />
      <SessionGate onSignOut={forget}>
        <Live>
          <RouterProvider router={router} />
        </Live>
      </SessionGate>
    </QueryClientProvider>
  </MantineProvider>,
);
