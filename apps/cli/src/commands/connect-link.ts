import type { Trellis } from '@trellis/client';
import { safeLine } from '../output/text.js';
import type { Context } from '../session/context.js';

export interface LinkOptions {
  returnUrl?: string;
  subjectName?: string;
  language?: 'en' | 'de';
  expiresIn?: number;
}

/** Prints an address where an end user connects technologies, or the one of the given type. */
export async function printLink(
  { printer }: Context,
  trellis: Trellis,
  type: string | undefined,
  { returnUrl, subjectName, language, expiresIn }: LinkOptions,
): Promise<void> {
  const body = {
    types: type === undefined ? undefined : [type],
    return_url: returnUrl,
    subject_name: subjectName,
    language,
    expires_in: expiresIn,
  };
  const { data: session } = await trellis.post('/connect/sessions', { body });
  if (printer.json) return printer.value(session);
  printer.lines([safeLine(session.href)]);
  printer.note(
    `Anyone with this address can act for the end user until ` +
      `${new Date(session.expires_at).toLocaleString()}: share it with the end user only.`,
  );
}
