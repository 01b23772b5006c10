import { useState } from 'react';
import classes from './logo.module.css';

/** The logo of a technology; nothing if it cannot be loaded. */
export function Logo({ address }: { address: string }) {
  const [isMissing, setIsMissing] = useState(address === '');
  if (isMissing) return null;
  return <img className={classes.logo} src={address} alt="" onError={() => setIsMissing(true)} />;
}
