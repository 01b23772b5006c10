import { execFileSync } from 'node:child_process';

/** Returns the tracked source files whose names match, without generated code. */
export function sourceFiles(pattern: RegExp): string[] {
  const output = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  return output.split('\0').filter((file) => pattern.test(file) && !/\/generated\//.test(file));
}

/** Whether a file tests the product or helps to. */
export const isForTests = (file: string): boolean =>
  /\.(test|spec)\.tsx?$|\/testing[./]|^(e2e|lab|libs\/testing)\//.test(file);
