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
