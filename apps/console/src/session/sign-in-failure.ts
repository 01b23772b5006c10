/** A failed sign-in or an ended session. The message is shown to the user. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}
