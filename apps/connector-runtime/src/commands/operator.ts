import { userInfo } from 'node:os';

/** Who runs a command; the user of a container may have no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
