import './charts.css';

const [WIDTH, HEIGHT] = [72, 20];

/** The course of a figure, beside it; the figure itself is what is read. */
export const Spark = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, place) =>
      `${((place / Math.max(1, values.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 1.5 - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
  );
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
