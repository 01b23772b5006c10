import Bowser from 'bowser';

/** Returns browser and system of a `User-Agent`, such as `Firefox on Windows`, or else its first word. */
export function browserText(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.split(/[ /]/)[0]!;
  return os.name ? `${name} on ${os.name}` : name;
}
