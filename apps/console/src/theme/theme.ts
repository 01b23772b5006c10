import { createTheme } from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

const overlay = {
  /** Scroll locking would insert a style sheet, which the content security policy forbids. */
  lockScroll: false,
  attributes: { header: { role: 'none' } },
  closeButtonProps,
};

export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'default',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name, so that the components are not imported here.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'xs' } },
    Drawer: { defaultProps: overlay },
    Loader: { defaultProps: { size: 'sm', role: 'status', 'aria-label': 'Loading' } },
    Modal: { defaultProps: overlay },
    Notification: { defaultProps: { closeButtonProps } },
  },
});
