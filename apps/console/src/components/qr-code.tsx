import { create } from 'qrcode';
import { useMemo } from 'react';

/** White modules around a code, without which phones do not detect it. */
const QUIET = 4;

/** A QR code, sharp at every size; black on white also in dark mode, because cameras need it. */
export const QrCode = ({ text, label, size }: { text: string; label: string; size: number }) => {
  const { side, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'L' });
    const dark = Array.from(modules.data, (isDark, index) =>
      isDark ? `M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z` : '',
    );
    return { side: modules.size + 2 * QUIET, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
