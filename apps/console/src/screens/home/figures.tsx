import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard, UserInfo } from '#contract';
import { CONSIGN_STATUS, type ConsignType, UNIT_TYPE } from '#events';
import { Columns, Legend } from '../../components/charts/columns.js';
import { Bars, Range, Sparkline } from '../../components/charts/small-charts.js';
import { Card } from '../../components/field.js';
import { statusColor } from '../../components/status-tag.js';
import { useStatuses } from '../../consignment/statuses.js';
import { WAITING_STATUSES } from '../../consignment/actions.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { formatCount, percentOf } from '../../lib/numbers.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { unitManagerPath } from '../../lib/paths.js';
import { type ListOpening, hoursText, KINDS, listsForFigure, countAtStatuses } from './dashboard.js';
import { texts } from './texts.js';
import { waitingTimeSince } from './waiting-card.js';

/** The part of a figure in one list. */
type FigurePart = { key: string; label: string; value: number; to: string };

export type FigureProps = {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
  /** The lists behind the figure: a single one makes the whole card its link, several are separate links. */
  parts?: readonly FigurePart[];
  course?: readonly number[];
  urgent?: boolean;
};

/** One number of the workbench; it links to the counted consignments. */
const Figure = ({ label, value, detail, parts = [], course, urgent }: FigureProps) => {
  const body = (
    <>
      <span className="row figure-head">
        <span className="dense secondary">{label}</span>
        {course && (
          <span className="push figure-course">
            <Sparkline values={course} />
          </span>
        )}
      </span>
      <span className={`figure-value numeric${urgent ? ' danger-text' : ''}`}>{value}</span>
    </>
  );
  const visibleParts = parts.filter((part) => part.value > 0);
  if (visibleParts.length > 1) {
    return (
      <div className="card figure">
        {body}
        <span className="aux secondary figure-parts">
          {visibleParts.map((part) => (
            <Link key={part.key} to={part.to}>
              {part.label} {formatCount(part.value)}
            </Link>
          ))}
          {detail && <span className="ellipsis">{detail}</span>}
        </span>
      </div>
    );
  }
  const [only = parts[0]] = visibleParts;
  const line = <span className="aux secondary ellipsis">{detail || ' '}</span>;
  return only ? (
    <Link className="card figure" to={only.to}>
      {body}
      {line}
    </Link>
  ) : (
    <div className="card figure">
      {body}
      {line}
    </div>
  );
};

type FiguresProps = { board: Dashboard; kind: ConsignType | undefined };

/** The four figures of a role: open work comes first. */
export const Figures = (props: FiguresProps) => {
  const user = useUser();
  return (
    <div className="figures">
      {isClient(user) ? (
        <ClientFigures {...props} />
      ) : isTestingUnit(user) ? (
        <LaboratoryFigures {...props} />
      ) : (
        <PlatformFigures {...props} />
      )}
    </div>
  );
};

/** A count at some statuses, with its lists. */
const useWaitingFigures = ({ board, kind }: FiguresProps) => {
  const t = useTexts(texts);
  const user: UserInfo = useUser();
  const names = useStatuses();
  return (statuses: readonly number[], opening: ListOpening = {}) => ({
    total: countAtStatuses(board, statuses),
    parts: listsForFigure(t, user, kind, { statuses, ...opening }).map(({ key, label, kinds, to }): FigurePart => ({
      key,
      label,
      value: countAtStatuses(board, statuses, kinds),
      to,
    })),
    byStatus: names
      .flatMap(({ status, name }) =>
        statuses.includes(status) && countAtStatuses(board, [status]) > 0
          ? [t('detail', { n: formatCount(countAtStatuses(board, [status])), name })]
          : [],
      )
      .join(t('comma')),
  });
};

const FirstPassRate = ({ board: { audits } }: FiguresProps) => {
  const t = useTexts(texts);
  return (
    <Figure
      label={t('firstPass')}
      value={percentOf(audits.passedAtOnce, audits.audited) ?? '—'}
      detail={t('audited', { n: formatCount(audits.audited) })}
    />
  );
};

/** The difference to the earlier number, with its sign. */
const differenceText = (current: number, previous: number): string =>
  `${current >= previous ? '+' : '−'}${formatCount(Math.abs(current - previous))}`;

const ClientFigures = (props: FiguresProps) => {
  const t = useTexts(texts);
  const waitingFigure = useWaitingFigures(props);
  const { submitted, days } = props.board;
  const [waitingForClient, waitingForLab] = [
    waitingFigure(WAITING_STATUSES.client),
    waitingFigure(WAITING_STATUSES.lab),
  ];
  return (
    <>
      <Figure
        label={t('waitingClient')}
        value={formatCount(waitingForClient.total)}
        detail={waitingForClient.byStatus}
        parts={waitingForClient.parts}
        urgent={waitingForClient.total > 0}
      />
      <Figure
        label={t('withLab')}
        value={formatCount(waitingForLab.total)}
        detail={waitingForLab.byStatus}
        parts={waitingForLab.parts}
      />
      <Figure
        label={t('thisMonth')}
        value={formatCount(submitted.thisMonth)}
        detail={t('thanLastMonth', { n: differenceText(submitted.thisMonth, submitted.lastMonthSoFar) })}
        course={days.map((day) => day.count)}
      />
      <FirstPassRate {...props} />
    </>
  );
};

const DAY_MS = 86_400_000;

const LaboratoryFigures = (props: FiguresProps) => {
  const t = useTexts(texts);
  const waitingFigure = useWaitingFigures(props);
  const { oldestAwaitingAudit: oldest, countedAt, receivedToday, days } = props.board;
  const [audit, receipt] = [
    waitingFigure([CONSIGN_STATUS.underAudit], { oldestFirst: true }),
    waitingFigure([CONSIGN_STATUS.awaitingSamples]),
  ];
  const now = Date.parse(countedAt);
  const waitingTime = oldest !== null && (
    <>
      {t('longest')}{' '}
      <span className={now - Date.parse(oldest) > DAY_MS ? 'danger-text strong' : ''}>
        {waitingTimeSince(oldest, now, t)}
      </span>
    </>
  );
  return (
    <>
      <Figure
        label={t('toAudit')}
        value={formatCount(audit.total)}
        detail={waitingTime}
        parts={audit.parts}
        course={days.map((day) => day.count)}
      />
      <Figure label={t('toReceive')} value={formatCount(receipt.total)} parts={receipt.parts} />
      <Figure label={t('receivedToday')} value={formatCount(receivedToday)} />
      <FirstPassRate {...props} />
    </>
  );
};

const PlatformFigures = (props: FiguresProps) => {
  const t = useTexts(texts);
  const { submitted, days, platform, turnaround, attention } = props.board;
  const audit = turnaround.find(({ step }) => step === 'audit');
  const idleLaboratories = platform?.laboratories.filter((laboratory) => laboratory.submitted === 0) ?? [];
  const waitingUnitCount = attention ? attention.waitingUnits.consigning + attention.waitingUnits.testing : 0;
  return (
    <>
      {attention && waitingUnitCount > 0 && (
        <Figure
          label={t('waitingUnits')}
          value={formatCount(waitingUnitCount)}
          parts={[
            {
              key: 'consigning',
              label: t('waitingConsigning'),
              value: attention.waitingUnits.consigning,
              to: unitManagerPath(UNIT_TYPE.client, { state: 'waiting' }),
            },
            {
              key: 'testing',
              label: t('waitingTesting'),
              value: attention.waitingUnits.testing,
              to: unitManagerPath(UNIT_TYPE.laboratory, { state: 'waiting' }),
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
        value={formatCount(submitted.last30Days)}
        detail={t('thanBefore', { n: differenceText(submitted.last30Days, submitted.thirtyDaysBefore) })}
        course={days.map((day) => day.count)}
      />
      <Figure
        label={t('activeClients')}
        value={`${formatCount(platform?.consigningUnits.active ?? 0)} / ${formatCount(platform?.consigningUnits.all ?? 0)}`}
        detail={t('active30')}
      />
      <Figure
        label={t('activeLabs')}
        value={`${formatCount(platform?.testingUnits.active ?? 0)} / ${formatCount(platform?.testingUnits.all ?? 0)}`}
        detail={
          idleLaboratories.length > 0
            ? t('idleLabs', { names: idleLaboratories.map(({ testUnitName }) => testUnitName).join(listSeparator()) })
            : t('active30')
        }
      />
      <Figure
        label={t('auditTime')}
        value={audit?.medianHours == null ? '—' : t('hoursShort', { h: hoursText(audit.medianHours) })}
        detail={audit?.ninetyPercentHours == null ? '' : t('ninety', { h: hoursText(audit.ninetyPercentHours) })}
      />
    </>
  );
};

/** Time between submission, verdict and receipt, over 90 days. */
export const TurnaroundCard = ({ board }: { board: Dashboard }) => {
  const t = useTexts(texts);
  const rows = board.turnaround.map(({ step, count: some, medianHours, ninetyPercentHours }) => ({
    key: step,
    label: t(step === 'audit' ? 'stepAudit' : 'stepReceipt'),
    median: medianHours,
    p90: ninetyPercentHours,
    cases: t('rows', { n: formatCount(some) }),
  }));
  return (
    <Card title={t('turnaround')} extra={<span className="aux muted">{t('medianNinety')}</span>}>
      <Range
        title={t('turnaround')}
        unit={t('unitHours')}
        heads={{ step: t('step'), median: t('median'), p90: t('ninetyHead'), cases: t('cases') }}
        none={t('none')}
        rows={rows}
        format={hoursText}
      />
      <p className="aux muted">{t('turnaroundNote')}</p>
    </Card>
  );
};

/** How long open work has been waiting; the oldest age is orange. */
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
    parts: listsForFigure(t, user, kind, { statuses, oldestFirst: true }).map(({ key, label, kinds, to }) => ({
      key,
      label,
      to,
      value: countAtStatuses({ byStatus }, statuses, kinds),
    })),
  }));
  return (
    <Card title={t('ageing')} extra={<span className="aux muted">{t('ageingNote')}</span>}>
      <Bars title={t('ageing')} bars={bars} />
    </Card>
  );
};

/** 2026-09-07 -> 9/7. */
const shortDay = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;

/** Submissions of twelve weeks by kind; each part links to the list of its week. */
export const VolumeCard = ({ board, kind }: { board: Dashboard; kind: ConsignType | undefined }) => {
  const t = useTexts(texts);
  const user = useUser();
  const series = (kind ? [kind] : KINDS).map((each) => ({
    key: String(each),
    label: t(`kind.${each}`),
    colour: `var(--app-ch${each})`,
  }));
  const columns = board.weeks.map(({ from, to, byType }) => ({
    key: from,
    label: shortDay(from),
    fullLabel: `${shortDay(from)}–${shortDay(to)}`,
    parts: Object.fromEntries(
      byType.map(({ consignType, count }) => [
        String(consignType),
        { value: count, to: listsForFigure(t, user, consignType, { from, to })[0]?.to },
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

/** Number of consignments at each status; each number links to its list. */
export const StatusCard = ({ board, kind }: { board: Dashboard; kind: ConsignType | undefined }) => {
  const t = useTexts(texts);
  const user = useUser();
  const statuses = useStatuses();
  const total = board.byStatus.reduce((sum, { count: some }) => sum + some, 0);
  const bars = statuses.map(({ status, name }) => ({
    key: String(status),
    label: name,
    colour: statusColor(status),
    parts: listsForFigure(t, user, kind, { statuses: [status] }).map(({ key, label: list, kinds, to }) => ({
      key,
      label: list,
      value: countAtStatuses(board, [status], kinds),
      to,
    })),
  }));
  return (
    <Card
      title={t('statuses')}
      extra={<span className="aux muted numeric">{t('rows', { n: formatCount(total) })}</span>}
    >
      <Bars title={t('statuses')} bars={bars} />
    </Card>
  );
};
