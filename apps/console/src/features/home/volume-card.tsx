import type { Dashboard } from '#contract';
import type { ConsignType } from '#events';
import { Columns, Legend } from '../../components/charts/columns.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { kindName, KINDS, listsOf } from './kinds.js';
import { texts } from './texts.js';

/** 2026-09-07 -> 9/7. */
const shortDay = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;

/** Submissions of twelve weeks by kind; each part leads to the list of its week. */
export const VolumeCard = ({ board, kind }: { board: Dashboard; kind: ConsignType | undefined }) => {
  const t = useTexts(texts);
  const user = useUser();
  const series = (kind ? [kind] : KINDS).map((each) => ({
    key: String(each),
    label: kindName(t, each),
    colour: `var(--app-ch${each})`,
  }));
  const columns = board.weeks.map(({ from, to, byType }) => ({
    key: from,
    label: shortDay(from),
    long: `${shortDay(from)}–${shortDay(to)}`,
    parts: Object.fromEntries(
      byType.map(({ consignType, count }) => [
        String(consignType),
        { value: count, to: listsOf(t, user, consignType, { from, to })[0]?.to },
      ]),
    ),
  }));
  return (
    <Card title={t('perWeek')} extra={<Legend series={series} />}>
      <Columns
        title={t('perWeek')}
        unit={t('unitRows')}
        heads={{ column: t('week'), total: t('sum') }}
        series={series}
        columns={columns}
      />
    </Card>
  );
};
