import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../lib/numbers.js';
import { inBrackets } from '../../i18n/language.js';
import './charts.css';

/** A part of a bar with its count; `label` distinguishes it from the other parts. */
export type BarPart = { key: string; label: string; value: number; to?: string | undefined };
export type Bar = { key: string; label: string; colour: string; parts: readonly BarPart[] };

/**
 * Horizontal bars with their numbers; each links to what it counts, part by part if the parts are in different lists.
 * The list is its own table for screen readers.
 */
export const Bars = ({ title, bars }: { title: string; bars: readonly Bar[] }) => {
  const totalOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);
  const max = Math.max(1, ...bars.map(totalOf));
  const share = (value: number) => `${Math.max(1, (value / max) * 100)}%`;
  return (
    <ul className="bars" aria-label={title}>
      {bars.map((bar) => {
        const visibleParts = bar.parts.filter(({ value }) => value > 0);
        const [only = bar.parts[0]] = visibleParts;
        const label = <span className="bar-label ellipsis">{bar.label}</span>;
        const total = <span className="bar-value numeric">{formatCount(totalOf(bar))}</span>;
        const partStyle = (index: number) => ({ background: bar.colour, opacity: 1 - index * 0.3 });
        if (visibleParts.length > 1) {
          return (
            <li key={bar.key} className="bar-line">
              {label}
              <span className="bar-track">
                {visibleParts.map(({ key, label: part, value, to }, index) => {
                  const label = `${bar.label} ${part} ${formatCount(value)}`;
                  return to ? (
                    <Link
                      key={key}
                      className="bar-part"
                      to={to}
                      title={label}
                      aria-label={label}
                      style={{ width: share(value) }}
                    >
                      <i style={partStyle(index)} />
                    </Link>
                  ) : (
                    <span key={key} className="bar-part" title={label} style={{ width: share(value) }}>
                      <i style={partStyle(index)} />
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
                  <i style={partStyle(0)} />
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

/** What happened in one hour; `label` names the hour. */
export type Hour = { label: string; successes: number; failures: number };

/** Minimum height of a failed part in pixels, so that one failure among thousands is visible. */
const MIN_BAD_HEIGHT = 3;

/** One column per hour: its height is the total, its red part the failures; an empty hour is a line on the ground. */
export const Hours = ({
  label,
  hours,
  width,
  height,
  gap = 1.5,
}: {
  /** The content of the drawing as text, for screen readers. */
  label: string;
  hours: readonly Hour[];
  width: number;
  height: number;
  gap?: number;
}) => {
  const max = Math.max(1, ...hours.map(({ successes, failures }) => successes + failures));
  const step = width / Math.max(1, hours.length);
  const column = Math.max(1, step - gap);
  const availableHeight = height - 2;
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
      {hours.map((hour, index) => {
        const x = index * step;
        if (hour.successes + hour.failures === 0)
          return <rect key={hour.label} x={x} y={height - 1.5} width={column} height={1.5} className="hours-none" />;
        const failureHeight =
          hour.failures === 0 ? 0 : Math.max(MIN_BAD_HEIGHT, (hour.failures / max) * availableHeight);
        const successHeight = Math.min(availableHeight - failureHeight, (hour.successes / max) * availableHeight);
        return (
          <g key={hour.label}>
            <title>{hour.label}</title>
            <rect
              x={x}
              y={height - successHeight - failureHeight}
              width={column}
              height={successHeight}
              className="hours-good"
            />
            {failureHeight > 0 && (
              <rect x={x} y={height - failureHeight} width={column} height={failureHeight} className="hours-bad" />
            )}
          </g>
        );
      })}
    </svg>
  );
};

/**
 * A chart as a table, for screen readers and the keyboard: the same numbers and links. It is visible while it has the
 * focus.
 */
export const ChartTable = ({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; head: string; cells: readonly ReactNode[] }[];
}) => (
  <table className="chart-table" aria-label={title}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, head, cells }) => (
        <tr key={key}>
          <th scope="row">{head}</th>
          {cells.map((cell, index) => (
            <td key={index} className="numeric">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** One line: half of the cases took at most `median`, 90 % at most `p90`; null if there was none. */
export type RangeRow = { key: string; label: string; median: number | null; p90: number | null; cases: string };

/** Duration of steps: a tick at the median, a span up to 90 %; the slowest step is orange. */
export const Range = ({
  title,
  unit,
  heads,
  none,
  rows,
  format,
}: {
  title: string;
  unit: string;
  heads: { step: string; median: string; p90: string; cases: string };
  none: string;
  rows: readonly RangeRow[];
  format(value: number): string;
}) => {
  const max = Math.max(1, ...rows.map(({ p90 }) => p90 ?? 0));
  const slowestKey = rows.length > 1 ? rows.toSorted((a, b) => (b.median ?? 0) - (a.median ?? 0))[0]?.key : undefined;
  const share = (value: number) => `${(value / max) * 100}%`;
  return (
    <figure className="chart" aria-label={`${title}${inBrackets(unit)}`}>
      <div className="range-rows" aria-hidden>
        {rows.map(({ key, label, median, p90, cases }) => (
          <div key={key} className="range-row" title={cases}>
            <span className="range-label">{label}</span>
            <svg className="range-track" height="18" width="100%">
              <rect y="8" width="100%" height="2" rx="1" className="range-rail" />
              {median !== null && p90 !== null && (
                <g className={key === slowestKey ? 'range-slowest' : ''}>
                  <rect y="6" width={share(p90)} height="6" rx="3" className="range-span" />
                  <svg x={share(median)} overflow="visible">
                    <rect x="-2" y="2" width="4" height="14" rx="1" className="range-median" />
                  </svg>
                </g>
              )}
            </svg>
            <span className="range-value numeric">
              {median === null || p90 === null ? (
                <span className="nothing">{none}</span>
              ) : (
                <>
                  <b>{format(median)}</b> / {format(p90)}
                </>
              )}
            </span>
          </div>
        ))}
      </div>
      <ChartTable
        title={`${title}${inBrackets(unit)}`}
        heads={[heads.step, heads.median, heads.p90, heads.cases]}
        rows={rows.map(({ key, label, median, p90, cases }) => ({
          key,
          head: label,
          cells: [median === null ? none : format(median), p90 === null ? none : format(p90), cases],
        }))}
      />
    </figure>
  );
};

const [WIDTH, HEIGHT] = [72, 20];

/** The course of a figure, next to it. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  const max = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH;
    const y = HEIGHT - 1.5 - (value / max) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className="spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="spark-area" />
      <polyline points={points.join(' ')} className="spark-line" />
    </svg>
  );
};

/** A value by the hour as a line; an hour without a value is a gap. */
export const HourlyLine = ({
  label,
  values,
  width,
  height,
}: {
  /** The content of the drawing as text, for screen readers. */
  label: string;
  values: readonly { label: string; value: number | null }[];
  width: number;
  height: number;
}) => {
  const max = Math.max(1, ...values.map(({ value }) => value ?? 0));
  const step = width / Math.max(1, values.length);
  const pointOf = (value: number, index: number) =>
    [(index + 0.5) * step, height - 2 - (value / max) * (height - 4)] as const;
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
      {values.map(({ label: hour, value }, index) => {
        if (value === null) return null;
        const [x, y] = pointOf(value, index);
        const previous = values[index - 1]?.value ?? null;
        const [fromX, fromY] = previous === null ? [x, y] : pointOf(previous, index - 1);
        return (
          <g key={hour}>
            <title>{hour}</title>
            <line x1={fromX} y1={fromY} x2={x} y2={y} className="spark-line" />
            <circle cx={x} cy={y} r={1.5} className="hourly-point" />
          </g>
        );
      })}
    </svg>
  );
};
