import type { Dashboard, UserInfo } from '#contract';
import type { ConsignType } from '#events';
import { waitingStatuses } from '../../consignment/row-actions.js';
import { useStatuses } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { unitManagerPlace } from '../../lib/unit-places.js';
import { hours, percentage, standingAt } from './dashboard.js';
import { Figure, type FigurePart } from './figure.js';
import { type Asked, listsOf } from './kinds.js';
import { texts } from './texts.js';
import { waitedSince } from './waited-since.js';
import { comma } from '../../i18n/comma.js';

type Shown = { board: Dashboard; kind: ConsignType | undefined };

/** The four figures of a role: what is to be done comes first. */
export const Figures = (shown: Shown) => {
  const user = useUser();
  return (
    <div className="figures">
      {isClient(user) ? (
        <OfClient {...shown} />
      ) : isTestingUnit(user) ? (
        <OfLaboratory {...shown} />
      ) : (
        <OfPlatform {...shown} />
      )}
    </div>
  );
};

/** A count at some statuses, with the lists it lies in. */
const useStanding = ({ board, kind }: Shown) => {
  const t = useTexts(texts);
  const user: UserInfo = useUser();
  const names = useStatuses();
  return (statuses: readonly number[], asked: Asked = {}) => ({
    total: standingAt(board, statuses),
    parts: listsOf(t, user, kind, { statuses, ...asked }).map(({ key, label, kinds, to }): FigurePart => ({
      key,
      label,
      value: standingAt(board, statuses, kinds),
      to,
    })),
    byStatus: names
      .flatMap(({ status, name }) =>
        statuses.includes(status) && standingAt(board, [status]) > 0
          ? [t('detail', { n: count(standingAt(board, [status])), name })]
          : [],
      )
      .join(t('comma')),
  });
};

const FirstPass = ({ board: { audits } }: Shown) => {
  const t = useTexts(texts);
  return (
    <Figure
      label={t('firstPass')}
      value={percentage(audits.passedAtOnce, audits.audited) ?? '—'}
      detail={t('audited', { n: count(audits.audited) })}
    />
  );
};

/** More or fewer than before, with its sign. */
const compared = (now: number, before: number): string =>
  `${now >= before ? '+' : '−'}${count(Math.abs(now - before))}`;

const OfClient = (shown: Shown) => {
  const t = useTexts(texts);
  const standing = useStanding(shown);
  const { submitted, days } = shown.board;
  const [own, theirs] = [standing(waitingStatuses(useUser())), standing([20, 30])];
  return (
    <>
      <Figure
        label={t('waitingClient')}
        value={count(own.total)}
        detail={own.byStatus}
        parts={own.parts}
        urgent={own.total > 0}
      />
      <Figure label={t('withLab')} value={count(theirs.total)} detail={theirs.byStatus} parts={theirs.parts} />
      <Figure
        label={t('thisMonth')}
        value={count(submitted.thisMonth)}
        detail={t('thanLastMonth', { n: compared(submitted.thisMonth, submitted.lastMonthSoFar) })}
        course={days.map((day) => day.count)}
      />
      <FirstPass {...shown} />
    </>
  );
};

const DAY_MS = 86_400_000;

const OfLaboratory = (shown: Shown) => {
  const t = useTexts(texts);
  const standing = useStanding(shown);
  const { oldestAwaitingAudit: oldest, countedAt, receivedToday, days } = shown.board;
  const [audit, receipt] = [standing([20], { oldestFirst: true }), standing([30])];
  const now = Date.parse(countedAt);
  const waits = oldest !== null && (
    <>
      {t('longest')}{' '}
      <span className={now - Date.parse(oldest) > DAY_MS ? 'danger-text strong' : ''}>
        {waitedSince(oldest, now, t)}
      </span>
    </>
  );
  return (
    <>
      <Figure
        label={t('toAudit')}
        value={count(audit.total)}
        detail={waits}
        parts={audit.parts}
        course={days.map((day) => day.count)}
      />
      <Figure label={t('toReceive')} value={count(receipt.total)} parts={receipt.parts} />
      <Figure label={t('receivedToday')} value={count(receivedToday)} />
      <FirstPass {...shown} />
    </>
  );
};

const OfPlatform = (shown: Shown) => {
  const t = useTexts(texts);
  const { submitted, days, platform, turnaround, attention } = shown.board;
  const audit = turnaround.find(({ step }) => step === 'audit');
  const idle = platform?.laboratories.filter((laboratory) => laboratory.submitted === 0) ?? [];
  const waiting = attention ? attention.waitingUnits.consigning + attention.waitingUnits.testing : 0;
  return (
    <>
      {attention && waiting > 0 && (
        <Figure
          label={t('waitingUnits')}
          value={count(waiting)}
          parts={[
            {
              key: 'consigning',
              label: t('waitingConsigning'),
              value: attention.waitingUnits.consigning,
              to: unitManagerPlace(2, { state: 'waiting' }),
            },
            {
              key: 'testing',
              label: t('waitingTesting'),
              value: attention.waitingUnits.testing,
              to: unitManagerPlace(1, { state: 'waiting' }),
            },
          ]}
          detail={
            attention.waitingUnits.consigning > 0 && attention.waitingUnits.testing > 0 ? '' : t('waitingUnitsText')
          }
          urgent
        />
      )}
      <Figure
        label={t('last30')}
        value={count(submitted.last30Days)}
        detail={t('thanBefore', { n: compared(submitted.last30Days, submitted.thirtyDaysBefore) })}
        course={days.map((day) => day.count)}
      />
      <Figure
        label={t('activeClients')}
        value={`${count(platform?.consigningUnits.active ?? 0)} / ${count(platform?.consigningUnits.all ?? 0)}`}
        detail={t('active30')}
      />
      <Figure
        label={t('activeLabs')}
        value={`${count(platform?.testingUnits.active ?? 0)} / ${count(platform?.testingUnits.all ?? 0)}`}
        detail={
          idle.length > 0
            ? t('idleLabs', { names: idle.map(({ testUnitName }) => testUnitName).join(comma()) })
            : t('active30')
        }
      />
      <Figure
        label={t('auditTime')}
        value={audit?.medianHours == null ? '—' : t('hoursShort', { h: hours(audit.medianHours) })}
        detail={audit?.ninetyPercentHours == null ? '' : t('ninety', { h: hours(audit.ninetyPercentHours) })}
      />
    </>
  );
};
