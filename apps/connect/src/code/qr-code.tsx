import { encode } from 'uqr';

/** A picture of the text (ISO/IEC 18004): a square for each dark module. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text);
  const squares = data.flatMap((line, y) =>
    line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
