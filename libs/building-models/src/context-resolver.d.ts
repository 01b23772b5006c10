/** A part of `jsonld` that `@types/jsonld` does not declare. */
declare module 'jsonld/lib/ContextResolver.js' {
  const ContextResolver: new (options: { sharedCache: Map<string, unknown> }) => object;
  export default ContextResolver;
}
