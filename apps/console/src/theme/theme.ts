import { Button, createTheme, Drawer, Loader, Modal, Tooltip } from '@mantine/core';

/** Locking the scroll of the page would write a style sheet, which its policy forbids. */
const withoutLock = { lockScroll: false };

export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'default',
  cursorType: 'pointer',
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    Drawer: Drawer.extend({ defaultProps: withoutLock }),
    Loader: Loader.extend({ defaultProps: { size: 'sm', 'aria-label': 'Loading' } }),
    Modal: Modal.extend({ defaultProps: withoutLock }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
  },
});
