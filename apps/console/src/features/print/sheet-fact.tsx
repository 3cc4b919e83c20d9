import { Isolated } from '../../components/isolated.js';
import type { SheetFact } from './sheet-header.js';

/** A value of more characters than this has a row of its own, as in the PDF. */
const LONG = 40;

/**
 * Label and value of one fact of the printed form. A long value in a row of its own goes on on the next page, where its label stands
 * again: print.css makes the label the head of a table, which browsers repeat.
 */
export const SheetFactCells = ({ fact: [label, value], isWide }: { fact: SheetFact; isWide: boolean }) => {
  const isLong = isWide && value.length > LONG;
  return (
    <div className={[isWide ? 'sheet-wide' : '', isLong ? 'sheet-long' : ''].join(' ').trim()}>
      <dt>
        <span>{label}</span>
      </dt>
      <dd>
        <span>
          <Isolated text={value || '—'} />
        </span>
      </dd>
    </div>
  );
};
