import type { Dashboard } from '#contract';
import type { ConsignType } from '#events';
import { Bars } from '../../components/charts/bars.js';
import { Card } from '../../components/field.js';
import { statusColour } from '../../components/status-tag.js';
import { useStatuses } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { useUser } from '../../lib/session.js';
import { standingAt } from './dashboard.js';
import { listsOf } from './kinds.js';
import { texts } from './texts.js';

/** How many consignments stand at each status; each number leads to its list. */
export const StatusCard = ({ board, kind }: { board: Dashboard; kind: ConsignType | undefined }) => {
  const t = useTexts(texts);
  const user = useUser();
  const statuses = useStatuses();
  const total = board.byStatus.reduce((sum, { count: some }) => sum + some, 0);
  const bars = statuses.map(({ status, name }) => ({
    key: String(status),
    label: name,
    colour: statusColour(status),
    parts: listsOf(t, user, kind, { statuses: [status] }).map(({ key, label: list, kinds, to }) => ({
      key,
      label: list,
      value: standingAt(board, [status], kinds),
      to,
    })),
  }));
  return (
    <Card title={t('statuses')} extra={<span className="aux muted numeric">{t('rows', { n: count(total) })}</span>}>
      <Bars title={t('statuses')} bars={bars} />
    </Card>
  );
};
