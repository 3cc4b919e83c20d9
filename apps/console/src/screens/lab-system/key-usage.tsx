import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type AccessKey, type AccessKeyUsage, listAccessKeyUsage } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { Hours } from '../../components/charts/small-charts.js';
import { openDialog } from '../../components/dialogs.js';
import { ReadOnlyFields } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { type ConnectedUnit, unitQuery } from '../../integration/connected-unit.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { dateTime, timeOfDay } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

const MINUTE_MS = 60_000;

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

/** Recent use of the keys of a unit. */
export const useKeyUsage = (unit: ConnectedUnit) =>
  useQuery({
    ...queryOptionsOf(listAccessKeyUsage, unitQuery(unit)),
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });

/** The last use: recorded at most once an hour, and counted since the start of the service. */
export const lastUseOf = ({ lastUsedAt }: AccessKey, usage: AccessKeyUsage | undefined): string | null => {
  const countedUntil = usage?.lastAt ?? null;
  return countedUntil !== null && (lastUsedAt === null || countedUntil > lastUsedAt) ? countedUntil : lastUsedAt;
};

/** Requests of the last minutes, and how many of them were refused. */
export const RecentUse = ({ usage }: { usage: AccessKeyUsage | undefined }) => {
  const t = useTexts(texts);
  if (!usage || sum(usage.requests) === 0) return null;
  const refused = sum(usage.refused);
  return (
    <div className={`aux ${refused > 0 ? 'danger-text' : 'muted'}`}>
      {refused > 0
        ? t('refusedLately', { n: formatCount(refused) })
        : t('requestsLately', { minutes: usage.requests.length, n: formatCount(sum(usage.requests)) })}
    </div>
  );
};

const UsageDialog = ({
  unit,
  credential,
  onDone,
}: {
  unit: ConnectedUnit;
  credential: AccessKey;
  onDone(result: null): void;
}) => {
  const t = useTexts(texts);
  const { data, dataUpdatedAt } = useKeyUsage(unit);
  const usage = data?.items.find(({ keyId }) => keyId === credential.id);
  const [requests, refused] = [usage?.requests ?? [], usage?.refused ?? []];
  const last = lastUseOf(credential, usage);
  const minutes = requests.map((total, index) => {
    const failures = refused[index] ?? 0;
    const at = timeOfDay(new Date(dataUpdatedAt - (requests.length - 1 - index) * MINUTE_MS));
    return { label: `${at}　${formatCount(total)} / ${formatCount(failures)}`, successes: total - failures, failures };
  });
  const figures = { n: formatCount(sum(requests)), bad: formatCount(sum(refused)) };
  return (
    <AppDialog
      title={t('usageOf', { name: credential.name })}
      width={550}
      onClose={() => onDone(null)}
      footer={<Button className="push" text={t('close')} onClick={() => onDone(null)} />}
    >
      <div className="stack">
        <div className="key-minutes">
          <Hours label={t('usageLabel', figures)} hours={minutes} width={500} height={60} gap={4} />
        </div>
        <ReadOnlyFields
          columns={2}
          items={[
            [t('lastUsed'), last === null ? t('neverUsed') : dateTime(last)],
            [t('requests'), t('requestsLately', { minutes: requests.length, n: figures.n })],
            [t('refused'), figures.bad],
            ...(credential.previousUntil === null
              ? []
              : [[t('byOldSecret'), t('times', { n: formatCount(usage?.byPrevious ?? 0) })] as const]),
            [t('limit'), data ? t('perMinute', { n: formatCount(data.limit) }) : ''],
          ]}
        />
        <div className="aux muted">{t('usageHint')}</div>
      </div>
    </AppDialog>
  );
};

/** Shows the requests of a key in the last minutes. */
export const showUsage = (unit: ConnectedUnit, credential: AccessKey): Promise<null> =>
  openDialog<null>((settle) => <UsageDialog unit={unit} credential={credential} onDone={settle} />);
