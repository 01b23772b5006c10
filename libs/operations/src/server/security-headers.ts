import { type IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** For pages, which a browser shows. */
export const pageHeaders = (): Map<string, string> =>
  headersOf({
    // On a laptop Trellis is served over plain HTTP, where a browser must not be told to use TLS.
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });

interface WebPageOptions {
  keepsOpener: boolean;
  /** Other origins to which it may send requests. */
  connectsTo: string[];
}

/** For the pages of the product: their own files and this interface, no inline scripts or styles, and no frame. */
export const webPageHeaders = ({ keepsOpener, connectsTo }: WebPageOptions): Map<string, string> =>
  headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectsTo],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    ...(keepsOpener && { crossOriginOpenerPolicy: { policy: 'unsafe-none' } }),
  });

/** For data, which a browser must not show as a page (OWASP REST Security Cheat Sheet). */
export const dataHeaders = (): Map<string, string> =>
  new Map([
    // Pages of some origins may read an answer, others not: no cache may mix them up.
    ['vary', 'Origin'],
    ...headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      xFrameOptions: { action: 'deny' },
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  ]);

/**
 * The headers of helmet, by name. They are the same for every response, so they are computed once:
 * helmet itself computes them for each request, which costs a notable share of a small answer.
 */
function headersOf(options: HelmetOptions): Map<string, string> {
  const request = { method: 'GET' } as IncomingMessage;
  const sample = new ServerResponse(request);
  helmet(options)(request, sample, (error) => {
    if (error) throw error as Error;
  });
  return new Map(Object.entries(sample.getHeaders()) as [string, string][]);
}
