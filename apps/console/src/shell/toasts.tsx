import { Notifications, notifications } from '@mantine/notifications';
import { problemText } from '../components/problem-alert.js';

export default function Toasts() {
  return <Notifications position="bottom-right" />;
}

/** Shows an error that no screen shows itself. */
export function toastProblem(error: unknown): void {
  const { title, detail, remedy } = problemText(error);
  notifications.show({
    color: 'red',
    title,
    message: [detail, remedy].filter(Boolean).join(' '),
    autoClose: 10_000,
    role: 'alert',
  });
}

/** Shows a note about a successful change until it is closed. */
export function toastNote(title: string, message: string): void {
  notifications.show({ color: 'yellow', title, message, autoClose: false, role: 'alert' });
}
