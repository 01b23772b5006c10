import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCommand, runCommand } from './command-line.js';
import { documentFile, documentText } from './openapi/document.js';

const { args } = createCommand(
  'npm run openapi --',
  'Writes the OpenAPI document, without starting anything.',
)
  .argument('[file]', `where to write it, \`-\` for standard output (default: ${documentFile})`)
  .parse();

await runCommand(async () => {
  const [file = documentFile] = args;
  const text = await documentText();
  if (file === '-') return void process.stdout.write(text);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
});
