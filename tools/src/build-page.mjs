/** Builds the web page in the current folder. */
import { buildPage } from './builds/page.mjs';

await buildPage();
