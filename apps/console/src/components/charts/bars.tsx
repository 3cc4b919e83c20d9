import { Link } from 'react-router-dom';
import { count } from '../../lib/format.js';
import './charts.css';

/** A part of a bar with what it counts; `label` tells it from its fellows. */
export type BarPart = { key: string; label: string; value: number; to?: string | undefined };
export type Bar = { key: string; label: string; colour: string; parts: readonly BarPart[] };

/** Horizontal bars with their numbers; each leads to what it counts, part by part where the parts lie in different lists (DESIGN 11). The list is its own table for screen readers. */
export const Bars = ({ title, bars }: { title: string; bars: readonly Bar[] }) => {
  const totalOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(1, ...bars.map(totalOf));
  const share = (value: number) => `${Math.max(1, (value / most) * 100)}%`;
  return (
    <ul className="bars" aria-label={title}>
      {bars.map((bar) => {
        const shown = bar.parts.filter(({ value }) => value > 0);
        const [only = bar.parts[0]] = shown;
        const label = <span className="bar-label ellipsis">{bar.label}</span>;
        const total = <span className="bar-value numeric">{count(totalOf(bar))}</span>;
        const drawn = (place: number) => ({ background: bar.colour, opacity: 1 - place * 0.3 });
        if (shown.length > 1) {
          return (
            <li key={bar.key} className="bar-line">
              {label}
              <span className="bar-track">
                {shown.map(({ key, label: part, value, to }, place) => {
                  const said = `${bar.label} ${part} ${count(value)}`;
                  return to ? (
                    <Link
                      key={key}
                      className="bar-part"
                      to={to}
                      title={said}
                      aria-label={said}
                      style={{ width: share(value) }}
                    >
                      <i style={drawn(place)} />
                    </Link>
                  ) : (
                    <span key={key} className="bar-part" title={said} style={{ width: share(value) }}>
                      <i style={drawn(place)} />
                    </span>
                  );
                })}
              </span>
              {total}
            </li>
          );
        }
        const line = (
          <>
            {label}
            <span className="bar-track">
              {totalOf(bar) > 0 && (
                <span className="bar-part" style={{ width: share(totalOf(bar)) }}>
                  <i style={drawn(0)} />
                </span>
              )}
            </span>
            {total}
          </>
        );
        return (
          <li key={bar.key}>
            {only?.to ? (
              <Link className="bar-line" to={only.to}>
                {line}
              </Link>
            ) : (
              <span className="bar-line">{line}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
