import { Notifications, notifications } from '@mantine/notifications';
import { problemText } from '../api/problem-text.js';

/** Where messages are shown. */
export default function Toasts() {
  return <Notifications position="bottom-right" />;
}

/** Tells of a problem that no screen shows in its place. */
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

/** Tells what somebody should know of a change that has succeeded, until they close it. */
export function toastNote(title: string, message: string): void {
  notifications.show({ color: 'yellow', title, message, autoClose: false, role: 'alert' });
}
