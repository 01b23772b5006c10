export const Logo = ({ size = 20 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    stroke="var(--good)"
    strokeWidth="3"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M6 11 21 26M11 6l15 15M6 21 21 6M11 26l15-15" />
  </svg>
);
