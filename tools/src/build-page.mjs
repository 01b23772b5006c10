/** Builds the web page in the current folder. */
import { buildPage } from './pages/build.mjs';

await buildPage();
