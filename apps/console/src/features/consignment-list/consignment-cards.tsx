import { Error as ErrorIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { Isolated } from '../../components/isolated.js';
import { StatusTag } from '../../components/status-tag.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/format.js';
import { placeOf } from './columns.js';
import { isMixed, type ListKind } from './list-kinds.js';
import { MainVerb, MoreVerbs, type OnVerb } from './row-menu.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useNow } from '../../lib/use-now.js';
import { kindKey } from './kind-choice.js';
import { texts } from './texts.js';
import { overdueBy, Waited } from './waited.js';

/** Statuses that came back with a reason. */
const WITH_REASON: readonly number[] = [40, 70, 90];

/** The list on a phone: a card a consignment, one verb, the reason in red (DESIGN 12.9). */
export const ConsignmentCards = ({
  rows,
  kind,
  onVerb,
}: {
  rows: readonly ConsignmentListRow[];
  kind: ListKind;
  onVerb: OnVerb;
}) => {
  const t = useTexts(texts);
  const kinds = useTexts(consignmentTexts);
  const audits = isTestingUnit(useUser());
  const now = useNow();
  return (
    <ul className="list-cards">
      {rows.map((row) => (
        <li key={row.id} className="card">
          <div className="row">
            <Link className="numeric strong list-card-code ellipsis" to={placeOf(kind, audits, row)}>
              {row.consignCode || t('draft')}
            </Link>
            <span className="push">
              <StatusTag status={row.consignStatus} name={row.consignStatusStr} />
            </span>
          </div>
          <div className="ellipsis">
            {row.testContent ? <Isolated text={row.testContent} /> : <span className="nothing">—</span>}
          </div>
          <div className="dense secondary ellipsis">
            <Isolated text={audits ? row.consignUnit : row.projectName} />
            {'　'}
            <Isolated text={isMixed(kind) ? kinds(kindKey(row.consignType)) : row.contractSectName} />
          </div>
          {row.expectTestTime && (
            <div className="dense secondary">
              {t('expected')}　<span className="numeric">{shortTime(row.expectTestTime)}</span>
            </div>
          )}
          {WITH_REASON.includes(row.consignStatus) && row.rollbackCause && (
            <div className={`note ${row.consignStatus === 70 ? 'warning' : 'danger'}`}>
              <ErrorIcon size={14} />
              {row.rollbackCause}
            </div>
          )}
          <div className="row list-card-foot">
            <span className="dense muted numeric">
              {t(row.consignType === 1 ? 'sampleCount' : 'itemCount', { n: row.sampleCount })}
              {'　'}
              {shortTime(row.commitConsignTime ?? row.creationTime)}
              {audits && overdueBy(row, now) && (
                <>
                  {'　'}
                  <Waited row={row} />
                </>
              )}
            </span>
            <span className="row push">
              <MoreVerbs row={row} onVerb={onVerb} />
              <MainVerb row={row} onVerb={onVerb} onCard />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
};
