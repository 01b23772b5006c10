import type { FollowRequest } from '@trellis/connector-sdk';
import type { Tracing } from '@trellis/platform';

/**
 * Has each request to a remote technology or an app be a span. It has neither the address, which is the
 * developer's or the end user's, nor what was sent; and the request has no `traceparent`, which is ours.
 */
export const followRequests =
  (tracing: Tracing): FollowRequest =>
  (method, send) =>
    tracing.httpSpan(method, send);
