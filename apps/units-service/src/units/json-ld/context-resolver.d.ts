/** A part of `jsonld` that `@types/jsonld` does not declare. */
declare module 'jsonld/lib/ContextResolver.js' {
  export default class ContextResolver {
    constructor(options: { sharedCache: Map<string, unknown> });
  }
}
