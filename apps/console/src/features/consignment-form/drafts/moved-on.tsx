import { InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ConsignmentView, getConsignmentChanges } from '#contract';
import { useStatusName } from '../../../consignment/statuses.js';
import { useTexts } from '../../../i18n/texts.js';
import { readOf } from '../../../lib/queries.js';
import { sinceWhen } from './since-when.js';
import { texts } from './texts.js';

/** Says who took the consignment on while it was open for editing here; nothing when it was the user. */
export const MovedOn = ({ view, editedRevision }: { view: ConsignmentView; editedRevision: number }) => {
  const t = useTexts(texts);
  const nameOf = useStatusName();
  const changes = useQuery({
    ...readOf(getConsignmentChanges, { id: view.id, after: editedRevision }),
    meta: { quiet: true },
  });
  const move = changes.data?.findLast(({ toStatus }) => toStatus !== null);
  if (!move || move.isCaller || move.toStatus === null) return null;
  return (
    <div className="note info" role="status">
      <InfoSign size={14} />
      {t('movedBy', {
        who: move.userName,
        at: sinceWhen(move.at),
        status: move.toStatus === view.consignStatus ? view.consignStatusStr : nameOf(move.toStatus),
      })}
    </div>
  );
};
