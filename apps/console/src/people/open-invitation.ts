export const invitationPath = '/console/invitation';

const key = 'trellis.invitation';

/** Stores the link of an invitation in this tab, for the way to an OpenID provider and back. */
export const storeInvitation = (link: string): void => sessionStorage.setItem(key, link);

/** Returns the link of the invitation at an address, or the one that was stored. */
export function invitationAt({ pathname, hash }: Location): string | undefined {
  if (pathname !== invitationPath) return undefined;
  return (hash.slice(1) || sessionStorage.getItem(key)) ?? undefined;
}
