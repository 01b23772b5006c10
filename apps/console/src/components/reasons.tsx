import classes from './reasons.module.css';

/** Reasons why a subject sees a unit. A newer Trellis may have others. */
const known: Record<string, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'The subject created the unit.' },
  linked: { label: 'Linked', hint: 'The subject is linked to the unit.' },
};

const inWords = (reason: string): string => {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const Reasons = ({ reasons }: { reasons: string[] }) => (
  <span className={classes.reasons}>
    {reasons.map((reason) => (
      <span key={reason} className={classes.reason} title={known[reason]?.hint}>
        {known[reason]?.label ?? inWords(reason)}
      </span>
    ))}
  </span>
);
