import { useState } from 'react';
import classes from './logo.module.css';

/** The picture of a technology; nothing where there is none that can be shown. */
export function Logo({ address }: { address: string }) {
  const [isMissing, setIsMissing] = useState(address === '');
  if (isMissing) return null;
  return <img className={classes.logo} src={address} alt="" onError={() => setIsMissing(true)} />;
}
