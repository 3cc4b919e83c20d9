import { type RefCallback, useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../lib/numbers.js';
import './charts.css';
import { inBrackets } from '../../i18n/language.js';
import { ChartTable } from './small-charts.js';

/**
 * The smallest round number of at least `most`: 1, 2, 4, 5, 6 or 8 times a power of ten. From 2 on it is even, so that
 * its half is a whole number.
 */
export const roundedAxisMax = (max: number): number => {
  if (max <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 5, 6, 8, 10];
  return (steps.find((step) => step * power >= max) ?? 10) * power;
};

/** Width while there is no layout. */
const DEFAULT_WIDTH = 640;

/** Follows the width of an element; a chart is drawn to this width, so that its letters keep their size. */
const useWidth = (): [width: number, ref: RefCallback<HTMLElement>] => {
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(160, Math.round(entry.contentRect.width))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
};

export type Series = { key: string; label: string; colour: string };
/** One column: its parts by series key; `to` leads to what a part counts. */
export type ChartColumn = {
  key: string;
  label: string;
  fullLabel: string;
  parts: Record<string, { value: number; to?: string | undefined }>;
};

const HEIGHT = 272;
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 4, 20, 24];

/** Stacked columns of at most three series, from zero, with three grid lines and the last total as text. */
export const Columns = ({
  title,
  unit,
  heads,
  series,
  columns,
}: {
  title: string;
  unit: string;
  heads: { column: string; total: string };
  series: readonly Series[];
  columns: readonly ChartColumn[];
}) => {
  const [width, ref] = useWidth();
  const totalOf = ({ parts }: ChartColumn) => series.reduce((sum, { key }) => sum + (parts[key]?.value ?? 0), 0);
  const axisMax = roundedAxisMax(Math.max(...columns.map(totalOf), 0));
  const [plotHeight, step] = [HEIGHT - TOP - BOTTOM, (width - LEFT - RIGHT) / Math.max(1, columns.length)];
  const y = (value: number) => TOP + plotHeight * (1 - value / axisMax);
  const bar = Math.min(34, step * 0.6);
  // Every label if they fit, otherwise every second or third.
  const labelInterval = Math.ceil(44 / step);
  return (
    <figure className="chart" aria-label={`${title}${inBrackets(unit)}`}>
      <div ref={ref} className="chart-drawing">
        <svg width={width} height={HEIGHT} aria-hidden>
          {[0, axisMax / 2, axisMax].map((line) => (
            <g key={line}>
              <line
                x1={LEFT}
                x2={width - RIGHT}
                y1={y(line)}
                y2={y(line)}
                className={line === 0 ? 'chart-base' : 'chart-grid'}
              />
              <text x={LEFT - 8} y={y(line) + 4} textAnchor="end" className="chart-text">
                {formatCount(line)}
              </text>
            </g>
          ))}
          {columns.map((column, index) => {
            const x = LEFT + step * index + (step - bar) / 2;
            let below = 0;
            return (
              <g key={column.key}>
                {series.map(({ key, label, colour }) => {
                  const { value, to } = column.parts[key] ?? { value: 0 };
                  if (value === 0) return null;
                  const [top, bottom] = [y(below + value), y(below)];
                  below += value;
                  const rect = (
                    <rect
                      x={x}
                      y={top}
                      width={bar}
                      height={Math.max(1, bottom - top - 1)}
                      rx="1.5"
                      style={{ fill: colour }}
                    >
                      <title>{`${column.fullLabel}　${label} ${formatCount(value)}`}</title>
                    </rect>
                  );
                  return to ? (
                    <Link key={key} to={to} tabIndex={-1}>
                      {rect}
                    </Link>
                  ) : (
                    <g key={key}>{rect}</g>
                  );
                })}
                {index === columns.length - 1 && totalOf(column) > 0 && (
                  <text x={x + bar / 2} y={y(totalOf(column)) - 6} textAnchor="middle" className="chart-label">
                    {formatCount(totalOf(column))}
                  </text>
                )}
                {(columns.length - 1 - index) % labelInterval === 0 && (
                  <text x={x + bar / 2} y={HEIGHT - 6} textAnchor="middle" className="chart-text">
                    {column.label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <ChartTable
        title={`${title}${inBrackets(unit)}`}
        heads={[heads.column, ...series.map(({ label }) => label), heads.total]}
        rows={columns.map((column) => ({
          key: column.key,
          head: column.fullLabel,
          cells: [...series.map(({ key }) => withLink(key, column.parts[key])), formatCount(totalOf(column))],
        }))}
      />
    </figure>
  );
};

const withLink = (key: string, part: ChartColumn['parts'][string] | undefined) =>
  part?.to && part.value > 0 ? (
    <Link key={key} to={part.to}>
      {formatCount(part.value)}
    </Link>
  ) : (
    formatCount(part?.value ?? 0)
  );

/** The series by colour, next to the title. */
export const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className="chart-legend">
    {series.map(({ key, label, colour }) => (
      <li key={key}>
        <i style={{ background: colour }} />
        {label}
      </li>
    ))}
  </ul>
);
