import { Error as ErrorIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { StatusTag } from '../../components/status-tag.js';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/format.js';
import { type ListKind, placeOf } from './columns.js';
import { MainVerb, MoreVerbs, type OnVerb } from './row-menu.js';
import { texts } from './texts.js';

/** Statuses that came back with a reason. */
const WITH_REASON: readonly number[] = [40, 90];

/** The list on a phone: a card a consignment, one verb, the reason in red (DESIGN 12.9). */
export const ConsignmentCards = ({ rows, kind, onVerb }: { rows: readonly ConsignmentListRow[]; kind: ListKind; onVerb: OnVerb }) => {
  const t = useTexts(texts);
  return (
    <ul className="list-cards">
      {rows.map((row) => (
        <li key={row.id} className="card">
          <div className="row"><Link className="numeric strong list-card-code ellipsis" to={placeOf(kind, row)}>{row.consignCode || t('draft')}</Link><span className="push"><StatusTag status={row.consignStatus} name={row.consignStatusStr} /></span></div>
          <div className="ellipsis">{row.testContent || <span className="nothing">—</span>}</div>
          <div className="dense secondary ellipsis">{kind === 'incoming' ? row.consignUnit : row.projectName}　{row.contractSectName}</div>
          {WITH_REASON.includes(row.consignStatus) && row.rollbackCause && <div className="note danger"><ErrorIcon size={14} />{row.rollbackCause}</div>}
          <div className="row list-card-foot">
            <span className="dense muted numeric">{t('sampleCount', { n: row.sampleCount })}　{shortTime(row.commitConsignTime ?? row.creationTime)}</span>
            <span className="row push"><MoreVerbs row={row} onVerb={onVerb} /><MainVerb row={row} onVerb={onVerb} onCard /></span>
          </div>
        </li>
      ))}
    </ul>
  );
};
