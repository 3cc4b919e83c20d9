import type { ReactNode } from 'react';

/** The twin of a chart for whoever cannot see it or has no mouse: the same numbers and links; it shows itself while the keyboard is in it. */
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
          {cells.map((cell, place) => (
            <td key={place} className="numeric">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
