import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { CONSIGN_STATUS, CONSIGN_TYPE } from '#events';
import { Isolated } from '../../components/isolated.js';
import { StatusTag } from '../../components/status-tag.js';
import { STATUSES_WITH_REASON } from '../../consignment/statuses.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useNow } from '../../lib/use-time.js';
import { overdueReason, rowPath, WaitingTime } from './columns.js';
import { isMixed, type ListKind } from './list-kinds.js';
import { MainAction, RowActionMenu, type RowActionHandler } from './row-menu.js';
import { texts } from './texts.js';
import type { ConsignmentListState } from './use-consignments.js';

/** The list on a phone: one card per consignment, one action, the reason in red. */
const ConsignmentCards = ({
  rows,
  kind,
  onAction,
}: {
  rows: readonly ConsignmentListRow[];
  kind: ListKind;
  onAction: RowActionHandler;
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
            <Link className="numeric strong list-card-code ellipsis" to={rowPath(kind, audits, row)}>
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
            <Isolated text={isMixed(kind) ? kinds(`kind.${row.consignType}`) : row.contractSectName} />
          </div>
          {row.expectTestTime && (
            <div className="dense secondary">
              {t('expected')}　<span className="numeric">{shortTime(row.expectTestTime)}</span>
            </div>
          )}
          {STATUSES_WITH_REASON.includes(row.consignStatus) && row.rollbackCause && (
            <div className={`note ${row.consignStatus === CONSIGN_STATUS.awaitingCorrection ? 'warning' : 'danger'}`}>
              <ErrorIcon size={14} />
              {row.rollbackCause}
            </div>
          )}
          <div className="row list-card-foot">
            <span className="dense muted numeric">
              {t(row.consignType === CONSIGN_TYPE.rawMaterial ? 'sampleCount' : 'itemCount', { n: row.sampleCount })}
              {'　'}
              {shortTime(row.commitConsignTime ?? row.creationTime)}
              {audits && overdueReason(row, now) && (
                <>
                  {'　'}
                  <WaitingTime row={row} />
                </>
              )}
            </span>
            <span className="row push">
              <RowActionMenu row={row} onAction={onAction} />
              <MainAction row={row} onAction={onAction} onCard />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
};

type CardFeedProps = { kind: ListKind; list: ConsignmentListState; onAction: RowActionHandler };

/** The list on a phone: a button loads more cards, instead of pages. */
export const CardFeed = ({ kind, list, onAction }: CardFeedProps): ReactNode => {
  const t = useTexts(texts);
  if (list.rows.length === 0) return null;
  return (
    <>
      <ConsignmentCards rows={list.rows} kind={kind} onAction={onAction} />
      <div className="card-feed-foot">
        {list.more ? (
          <Button fill variant="outlined" text={t('more')} loading={list.more.isLoading} onClick={list.more.load} />
        ) : (
          <span className="aux muted">{t('allShown', { n: formatCount(list.rows.length) })}</span>
        )}
      </div>
    </>
  );
};
