import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Spark } from '../../components/charts/spark.js';
import { count } from '../../lib/format.js';

/** A part of a figure that lies in a list of its own. */
export type FigurePart = { key: string; label: string; value: number; to: string };

export type FigureProps = {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
  /** The lists that hold what is counted: one makes the whole card its link, several are links of their own. */
  parts?: readonly FigurePart[];
  course?: readonly number[];
  urgent?: boolean;
};

/** One number of the workbench; it leads to what it counts. */
export const Figure = ({ label, value, detail, parts = [], course, urgent }: FigureProps) => {
  const body = (
    <>
      <span className="row figure-head">
        <span className="dense secondary">{label}</span>
        {course && (
          <span className="push figure-course">
            <Spark values={course} />
          </span>
        )}
      </span>
      <span className={`figure-value numeric${urgent ? ' danger-text' : ''}`}>{value}</span>
    </>
  );
  const shown = parts.filter((part) => part.value > 0);
  if (shown.length > 1) {
    return (
      <div className="card figure">
        {body}
        <span className="aux secondary figure-parts">
          {shown.map((part) => (
            <Link key={part.key} to={part.to}>
              {part.label} {count(part.value)}
            </Link>
          ))}
          {detail && <span className="ellipsis">{detail}</span>}
        </span>
      </div>
    );
  }
  const [only = parts[0]] = shown;
  const line = <span className="aux secondary ellipsis">{detail || ' '}</span>;
  return only ? (
    <Link className="card figure" to={only.to}>
      {body}
      {line}
    </Link>
  ) : (
    <div className="card figure">
      {body}
      {line}
    </div>
  );
};
