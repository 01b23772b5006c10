/** The SDK of this build, for packages of connectors that bring none of their own. */
export * from '@trellis/connector-sdk';
