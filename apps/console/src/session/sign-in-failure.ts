/** Why one is not signed in, or no longer: a sentence for the person at the page. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}
