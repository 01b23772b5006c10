import classes from './json.module.css';

export const Json = ({ value, label }: { value: unknown; label: string }) => (
  // Focusable, so that it can be scrolled with the keyboard.
  <pre className={classes.json} tabIndex={0} aria-label={label} role="region">
    {JSON.stringify(value, null, 2)}
  </pre>
);
