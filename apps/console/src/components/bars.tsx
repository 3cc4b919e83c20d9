import { Link } from 'react-router-dom';
import { count } from '../lib/format.js';

export type Bar = { key: string; label: string; value: number; colour: string; to: string };

/** Horizontal bars with their numbers; each links to what it counts (DESIGN 11). The list is its own table for screen readers. */
export const Bars = ({ title, bars }: { title: string; bars: readonly Bar[] }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bars" aria-label={title}>
      {bars.map(({ key, label, value, colour, to }) => (
        <li key={key}>
          <Link to={to}>
            <span className="bar-label ellipsis">{label}</span>
            <svg className="bar-track" height="14" width="100%" aria-hidden>{value > 0 && <rect width={`${Math.max(1, (value / most) * 100)}%`} height="14" rx="2" style={{ fill: colour }} />}</svg>
            <span className="bar-value numeric">{count(value)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
