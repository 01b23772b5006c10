import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkButtonProps = Omit<ButtonProps, 'href'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
    ref?: Ref<HTMLAnchorElement>;
  };

export const LinkButton = createLink((props: LinkButtonProps) => (
  <Button component="a" {...props} />
));
