import { createTheme } from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

const overlay = {
  /** Locking the scroll of the page would write a style sheet, which its policy forbids. */
  lockScroll: false,
  /** Their heads are not the banner of the page. */
  attributes: { header: { role: 'none' } },
  closeButtonProps,
};

export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'default',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name, so that the components themselves come with the screens that use them.
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Drawer: { defaultProps: overlay },
    Loader: { defaultProps: { size: 'sm', role: 'status', 'aria-label': 'Loading' } },
    Modal: { defaultProps: overlay },
    Notification: { defaultProps: { closeButtonProps } },
  },
});
