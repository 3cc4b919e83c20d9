import { ChartTable } from './chart-table.js';
import './charts.css';

/** One line: half of the cases took at most `median`, nine of ten at most `most`; null where there was none. */
export type RangeRow = { key: string; label: string; median: number | null; most: number | null; cases: string };

/** How long steps take: a tick at the median, a span up to nine of ten; the slowest step is orange (DESIGN 11). */
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
  heads: { step: string; median: string; most: string; cases: string };
  none: string;
  rows: readonly RangeRow[];
  format(value: number): string;
}) => {
  const longest = Math.max(1, ...rows.map(({ most }) => most ?? 0));
  const slowest = rows.length > 1 ? rows.toSorted((a, b) => (b.median ?? 0) - (a.median ?? 0))[0]?.key : undefined;
  const share = (value: number) => `${(value / longest) * 100}%`;
  return (
    <figure className="chart" aria-label={`${title}（${unit}）`}>
      <div className="range-rows" aria-hidden>
        {rows.map(({ key, label, median, most, cases }) => (
          <div key={key} className="range-row" title={cases}>
            <span className="range-label">{label}</span>
            <svg className="range-track" height="18" width="100%">
              <rect y="8" width="100%" height="2" rx="1" className="range-rail" />
              {median !== null && most !== null && (
                <g className={key === slowest ? 'range-slowest' : ''}>
                  <rect y="6" width={share(most)} height="6" rx="3" className="range-span" />
                  <svg x={share(median)} overflow="visible">
                    <rect x="-2" y="2" width="4" height="14" rx="1" className="range-median" />
                  </svg>
                </g>
              )}
            </svg>
            <span className="range-value numeric">
              {median === null || most === null ? (
                <span className="nothing">{none}</span>
              ) : (
                <>
                  <b>{format(median)}</b> / {format(most)}
                </>
              )}
            </span>
          </div>
        ))}
      </div>
      <ChartTable
        title={`${title}（${unit}）`}
        heads={[heads.step, heads.median, heads.most, heads.cases]}
        rows={rows.map(({ key, label, median, most, cases }) => ({
          key,
          head: label,
          cells: [median === null ? none : format(median), most === null ? none : format(most), cases],
        }))}
      />
    </figure>
  );
};
