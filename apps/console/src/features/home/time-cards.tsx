import type { Dashboard } from '#contract';
import type { ConsignType } from '#events';
import { Bars } from '../../components/charts/bars.js';
import { Range } from '../../components/charts/range.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { useUser } from '../../lib/session.js';
import { hours, standingAt } from './dashboard.js';
import { listsOf } from './kinds.js';
import { texts } from './texts.js';

/** Where time goes between submission, verdict and receipt, over 90 days. */
export const TurnaroundCard = ({ board }: { board: Dashboard }) => {
  const t = useTexts(texts);
  const rows = board.turnaround.map(({ step, count: some, medianHours, ninetyPercentHours }) => ({
    key: step,
    label: t(step === 'audit' ? 'stepAudit' : 'stepReceipt'),
    median: medianHours,
    most: ninetyPercentHours,
    cases: t('rows', { n: count(some) }),
  }));
  return (
    <Card title={t('turnaround')} extra={<span className="aux muted">{t('medianNinety')}</span>}>
      <Range
        title={t('turnaround')}
        unit={t('unitHours')}
        heads={{ step: t('step'), median: t('median'), most: t('ninetyHead'), cases: t('cases') }}
        none={t('none')}
        rows={rows}
        format={hours}
      />
      <p className="aux muted">{t('turnaroundNote')}</p>
    </Card>
  );
};

/** How long what somebody has to act on has stood still; the oldest age is orange. */
export const AgeingCard = ({
  board,
  kind,
  statuses,
}: {
  board: Dashboard;
  kind: ConsignType | undefined;
  statuses: readonly number[];
}) => {
  const t = useTexts(texts);
  const user = useUser();
  const nameOf = (fromHours: number, toHours: number | null): string => {
    if (toHours === null) return t('ageOver', { d: fromHours / 24 });
    return fromHours === 0
      ? t('ageUnder', { d: toHours / 24 })
      : t('ageBetween', { from: fromHours / 24, to: toHours / 24 });
  };
  const bars = board.ageing.map(({ fromHours, toHours, byStatus }) => ({
    key: String(fromHours),
    label: nameOf(fromHours, toHours),
    colour: toHours === null ? 'var(--app-ch-warn)' : 'var(--app-ch1)',
    parts: listsOf(t, user, kind, { statuses, oldestFirst: true }).map(({ key, label, kinds, to }) => ({
      key,
      label,
      to,
      value: standingAt({ byStatus }, statuses, kinds),
    })),
  }));
  return (
    <Card title={t('ageing')} extra={<span className="aux muted">{t('ageingNote')}</span>}>
      <Bars title={t('ageing')} bars={bars} />
    </Card>
  );
};
