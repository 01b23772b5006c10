import type { FollowRequest } from '@trellis/connector-sdk';
import type { Tracing } from '@trellis/platform';

/**
 * Traces each request to a remote technology or an app as a span. The span contains neither its address nor its
 * content, and the request has no `traceparent`: those are private to the developer and to us.
 */
export const followRequests = (tracing: Tracing | undefined): FollowRequest | undefined =>
  tracing && ((method, send) => tracing.httpSpan(method, send));
