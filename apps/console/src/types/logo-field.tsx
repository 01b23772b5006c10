import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { logoTypes, maxLogoBytes } from '../api/types.js';
import { bytesText } from '../components/format.js';
import classes from './types.module.css';

interface LogoFieldProps {
  /** The address of the logo that there is; empty without one. */
  address?: string;
  isBusy?: boolean;
  /** The error of the chosen file. */
  error?: string | undefined;
  onChoose(file: File): void;
}

/** Shows a logo, and at once the file that is chosen in its place. */
export function LogoField({ address = '', isBusy = false, error, onChoose }: LogoFieldProps) {
  const [shown, setShown] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  async function choose(file: File | null) {
    if (!file) return;
    const fault = faultOf(file);
    setWrong(fault);
    if (fault) return;
    setShown(await toDataUrl(file));
    onChoose(file);
  }
  const source = shown ?? address;
  const message = wrong ?? error;
  return (
    <div className={classes.field}>
      <div className={classes.actions}>
        {source === '' ? (
          <span className={classes.picture}>
            <IconPhoto size={20} stroke={1.4} aria-hidden="true" />
          </span>
        ) : (
          <img className={classes.picture} src={source} alt="Logo" />
        )}
        <FileButton accept={logoTypes.join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {source === '' ? 'Choose a logo' : 'Choose another logo'}
            </Button>
          )}
        </FileButton>
        <small className={classes.note}>
          PNG, WebP, JPEG or SVG, at most {bytesText(maxLogoBytes)}.
        </small>
      </div>
      {message && (
        <div role="alert" className={classes.wrong}>
          {message}
        </div>
      )}
    </div>
  );
}

function faultOf({ name, type, size }: File): string | undefined {
  if (!logoTypes.includes(type)) return `${name} is no PNG, WebP, JPEG or SVG.`;
  if (size <= maxLogoBytes) return undefined;
  return `${name} has ${bytesText(size)}; a logo has at most ${bytesText(maxLogoBytes)}.`;
}

/** Reads a file as an address that the Content-Security-Policy allows for pictures. */
const toDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });
