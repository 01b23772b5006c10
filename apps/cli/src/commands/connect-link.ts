import type { Trellis } from '@trellis/client';
import { safeLine } from '../output/safe-text.js';
import type { Context } from '../session/context.js';

export interface LinkOptions {
  returnUrl?: string;
  subjectName?: string;
  language?: 'en' | 'de';
  expiresIn?: number;
}

/** Prints an address at which an end user connects technologies, or one of them, by itself. */
export async function printLink(
  { printer }: Context,
  trellis: Trellis,
  type: string | undefined,
  { returnUrl, subjectName, language, expiresIn }: LinkOptions,
): Promise<void> {
  const body = {
    ...(type !== undefined && { types: [type] }),
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    ...(subjectName !== undefined && { subject_name: subjectName }),
    ...(language !== undefined && { language }),
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
  };
  const { data: session } = await trellis.post('/connect/sessions', { body });
  if (printer.json) return printer.value(session);
  printer.lines([safeLine(session.href)]);
  printer.note(
    `Until ${new Date(session.expires_at).toLocaleString()} whoever has the address acts for the end user: ` +
      'give it to nobody else.',
  );
}
