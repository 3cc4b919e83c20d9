import './charts.css';

/** What happened in one hour: `label` says which one. */
export type Hour = { label: string; good: number; bad: number };

/** Least height of a failed part in pixels: one failure among thousands is seen. */
const LEAST_BAD = 3;

/** One column an hour: its height is how many there were, its red part how many failed; an hour without any is a line on the ground. */
export const Hours = ({
  label,
  hours,
  width,
  height,
  gap = 1.5,
}: {
  /** What the drawing says, for who cannot see it. */
  label: string;
  hours: readonly Hour[];
  width: number;
  height: number;
  gap?: number;
}) => {
  const most = Math.max(1, ...hours.map(({ good, bad }) => good + bad));
  const step = width / Math.max(1, hours.length);
  const column = Math.max(1, step - gap);
  const room = height - 2;
  return (
    <svg
      className="hours"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {hours.map((hour, place) => {
        const x = place * step;
        if (hour.good + hour.bad === 0)
          return <rect key={hour.label} x={x} y={height - 1.5} width={column} height={1.5} className="hours-none" />;
        const bad = hour.bad === 0 ? 0 : Math.max(LEAST_BAD, (hour.bad / most) * room);
        const good = Math.min(room - bad, (hour.good / most) * room);
        return (
          <g key={hour.label}>
            <title>{hour.label}</title>
            <rect x={x} y={height - good - bad} width={column} height={good} className="hours-good" />
            {bad > 0 && <rect x={x} y={height - bad} width={column} height={bad} className="hours-bad" />}
          </g>
        );
      })}
    </svg>
  );
};
