/**
 * The release before this one, as a tag or a commit. Whoever makes a release sets it to the one that is
 * deployed when the new one is rolled out.
 */
export const previousRelease = '0e91a739e7b444cb637d303d410365a02a1ef25f';
