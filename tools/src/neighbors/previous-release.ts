/**
 * The release before this one, as a tag or a commit. Whoever makes a release sets it to the one that is
 * deployed when the new one is rolled out.
 */
export const previousRelease = 'e082e2d85f266b97f909440723e150fd8ad342c6';
