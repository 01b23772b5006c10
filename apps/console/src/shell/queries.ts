import { MutationCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the problem in its place. */
      showsProblem?: boolean;
    };
  }
}

/** `@trellis/client` repeats by itself what may help, and what happens is followed. */
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
