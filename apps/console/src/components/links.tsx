import { Button, type ButtonProps } from '@mantine/core';
import { createLink, Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { idOf } from '../api/references.js';

type LinkButtonProps = Omit<ButtonProps, 'href'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
    ref?: Ref<HTMLAnchorElement>;
  };

export const LinkButton = createLink((props: LinkButtonProps) => (
  <Button component="a" {...props} />
));

export const SubjectLink = ({ href }: { href: string }) => (
  <Link to="/subjects/$id" params={{ id: idOf(href) }}>
    {idOf(href)}
  </Link>
);
