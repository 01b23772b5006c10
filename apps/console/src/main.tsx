import './theme/styles.js';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Live } from './live/live-context.js';
import { router } from './routes.js';
import { SessionGate } from './session/session-gate.js';
import { createQueries } from './shell/queries.js';
import { ToastsOnDemand } from './shell/toasts-on-demand.js';
import { theme } from './theme/theme.js';

const queries = createQueries();
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
