import { ask } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import { EntryForm, NewPassword } from './entry-form.js';

/** Chooses a new password with the token of a link. All sessions end. */
export default function NewPasswordPage({ token }: { token: string }) {
  return (
    <EntryPage title="Choose a new password">
      <EntryForm
        label="Save"
        onSubmit={async (entered) => {
          await ask('/reset-password', { token, newPassword: entered.get('password') });
          window.location.assign('/console');
        }}
      >
        <NewPassword />
      </EntryForm>
    </EntryPage>
  );
}
