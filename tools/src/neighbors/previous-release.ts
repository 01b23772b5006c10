/**
 * The release before this one, as a tag or a commit. Whoever makes a release sets it to the one that is
 * deployed when the new one is rolled out.
 */
export const previousRelease = 'e244458c633166119bfc6e20ff9fc8568e73c6f4';
