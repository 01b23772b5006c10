import { MutationCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Whether the screen shows the problem itself; otherwise a toast does. */
      showsProblem?: boolean;
    };
  }
}

/** Creates the query client. It does not retry, since `@trellis/client` already does. */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
    mutationCache: new MutationCache({
      onError(error, _variables, _result, { meta }) {
        if (meta?.showsProblem) return;
        void import('./toasts.js').then(({ toastProblem }) => toastProblem(error));
      },
    }),
  });
