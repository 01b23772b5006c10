/**
 * Runs inside a service, before it starts: records which of its functions are called, by V8's precise
 * coverage. Each message of the parent process is answered with the files whose functions have run since the
 * previous one. Code that runs while a module is loaded does not count.
 */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ functions }) => functions.some(hasRun))
    .map(({ url }) => url)
    .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'));
  process.send({ files });
});
// The service ends although a parent could still send messages.
process.channel?.unref();

/** The function without a name is the module itself. */
const hasRun = ({ functionName, ranges: [range] }) =>
  range.count > 0 && (functionName !== '' || range.startOffset > 0);
