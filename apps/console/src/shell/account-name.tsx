import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../session/session.js';
import classes from './shell.module.css';

export const AccountName = (props: ComponentPropsWithRef<'button'>) => (
  <UnstyledButton {...props} className={classes.account} fz="sm">
    <span className={classes.name}>{useSession().account}</span>
    <IconSelector size={16} stroke={1.6} aria-hidden="true" />
  </UnstyledButton>
);
