import { createTheme } from '@mantine/core';

/** Locking the scroll of the page would write a style sheet, which its policy forbids. */
const withoutLock = { lockScroll: false };

export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'default',
  cursorType: 'pointer',
  // By name, so that the components themselves come with the screens that use them.
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Drawer: { defaultProps: withoutLock },
    Loader: { defaultProps: { size: 'sm', role: 'status', 'aria-label': 'Loading' } },
    Modal: { defaultProps: withoutLock },
  },
});
