const hook = new URL('without-sources.mjs', import.meta.url).href;

const registration = `import { register } from 'node:module'; register(${JSON.stringify(hook)});`;

/** The arguments of Node for a program that runs from source, and may load packages from elsewhere. */
export const sourceArguments = [
  '--conditions=@trellis/source',
  '--import',
  `data:text/javascript,${encodeURIComponent(registration)}`,
];
