import { Link } from 'react-router-dom';
import { count } from '../../lib/format.js';

/** One number of the workbench; it leads to what it counts. */
export const Figure = ({ label, value, detail, to, urgent }: { label: string; value: number; detail?: string; to: string; urgent?: boolean }) => (
  <Link className="card figure" to={to}>
    <span className="dense secondary">{label}</span>
    <span className={`figure-value numeric${urgent && value > 0 ? ' danger-text' : ''}`}>{count(value)}</span>
    <span className="aux secondary ellipsis">{detail || ' '}</span>
  </Link>
);
