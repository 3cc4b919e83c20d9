import { Link } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { StatusTag } from '../../components/status-tag.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The waiting consignments on a phone. */
export const WaitingList = ({
  rows,
  placeOf,
  about,
}: {
  rows: readonly ConsignmentListRow[];
  placeOf(row: ConsignmentListRow): string;
  about(row: ConsignmentListRow): string;
}) => {
  const t = useTexts(texts);
  return (
    <ul className="waiting-list">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={placeOf(row)}>
            <span className="row">
              <span className="numeric strong">{row.consignCode || t('draft')}</span>
              <span className="push">
                <StatusTag status={row.consignStatus} name={row.consignStatusStr} />
              </span>
            </span>
            <span className="dense secondary">{about(row)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
