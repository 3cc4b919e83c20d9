import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getRecordChanges, type RecordChange, type RecordKind } from '#contract';
import { labelSeparator } from '../../i18n/language.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import en from '../../locales/en/change-history.json' with { type: 'json' };
import es from '../../locales/es/change-history.json' with { type: 'json' };
import zh from '../../locales/zh/change-history.json' with { type: 'json' };
import { AppDialog } from '../app-dialog.js';
import { orDash } from '../data-table.js';
import { openDialog } from '../dialogs.js';
import { ErrorState, LoadingRows } from '../page-states.js';
import { ViaLabSystem } from '../via-lab-system.js';
import './change-history.css';

const texts = defineTexts('change-history', {
  zh,
  en,
  es,
});

/**
 * `labelOf` names a field, or a member of a list's entry; null hides it. `valueTextOf` is the text of a field whose
 * value is a key.
 */
type HistorySubject = {
  name: string;
  labelOf(field: string, member: string): string | null;
  valueTextOf?(field: string, value: string): string;
} & (
  | { kind: RecordKind; id: string }
  | { query: { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<RecordChange[]> } }
);
type Change = RecordChange['changes'][number];

const REGISTERED: readonly string[] = [
  'TestingUnitRegistered',
  'ConsigningUnitRegistered',
  'ProjectAdded',
  'TenantCreated',
  'UserRegistered',
  'RoleCreated',
  'NoticeDrafted',
  'InstructionAdded',
];

/** More differences than this are collapsed. */
const COLLAPSE_ABOVE = 20;

const ChangeHistory = ({ subject, onDone }: { subject: HistorySubject; onDone(): void }) => {
  const t = useTexts(texts);
  const { queryKey, queryFn } =
    'query' in subject ? subject.query : queryOptionsOf(getRecordChanges, { kind: subject.kind, id: subject.id });
  const { data, isError, error, refetch } = useQuery<RecordChange[]>({
    queryKey,
    queryFn,
    gcTime: 0,
    meta: { quiet: true },
  });
  return (
    <AppDialog
      title={`${t('title')} · ${subject.name}`}
      width={800}
      onClose={onDone}
      canOutsideClickClose
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      {data ? (
        <ol className="change-history" aria-label={t('title')}>
          {data.map((change) => (
            <Entry key={change.id} change={change} subject={subject} />
          ))}
        </ol>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={6} />
      )}
    </AppDialog>
  );
};

const unchangedValue = (_field: string, value: string): string => value;

const Entry = ({
  change,
  subject: { labelOf, valueTextOf = unchangedValue },
}: {
  change: RecordChange;
  subject: HistorySubject;
}) => {
  const t = useTexts(texts);
  const rows = change.changes.flatMap((each) => {
    const label = labelOf(each.field, each.member);
    return label === null || (each.old === '' && each.new === '')
      ? []
      : [
          {
            ...each,
            old: valueTextOf(each.field, each.old),
            new: valueTextOf(each.field, each.new),
            label: each.about ? `${each.about} · ${label}` : label,
          },
        ];
  });
  const name = change.action in ACTIONS ? t(change.action as Action) : change.action;
  const table = rows.length > 0 && <Differences name={name} rows={rows} />;
  return (
    <li>
      <div className="row">
        <span className="strong">{name}</span>
        <span className="muted numeric">{dateTime(change.at)}</span>
        <span className="muted">{change.by || t('platform')}</span>
        <ViaLabSystem via={change.via} />
      </div>
      {change.reason !== '' && (
        <div className="dense">
          {t('reason')}
          {labelSeparator()}
          {change.reason}
        </div>
      )}
      {table && (REGISTERED.includes(change.action) || rows.length > COLLAPSE_ABOVE) ? (
        <details>
          <summary>{t(REGISTERED.includes(change.action) ? 'first' : 'many', { n: rows.length })}</summary>
          {table}
        </details>
      ) : (
        table
      )}
    </li>
  );
};

const Differences = ({ name, rows }: { name: string; rows: readonly (Change & { label: string })[] }) => {
  const t = useTexts(texts);
  const valueNode = ({ field }: Change, value: string): ReactNode => {
    if (value === 'true' || (field === 'params' && value === '1')) return t('on');
    if (value === 'false' || (field === 'params' && value === '0')) return t('off');
    return orDash(field === 'logoPath' && value !== '' ? t('picture') : value.replace(/<[^>]*>/g, ''));
  };
  return (
    <table className="data-table" aria-label={name}>
      <colgroup>
        <col style={{ width: '30%' }} />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th>{t('field')}</th>
          <th>{t('old')}</th>
          <th>{t('now')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.field}/${row.about}/${row.member}/${row.new}`}>
            <td>{row.label}</td>
            <td className="secondary">{valueNode(row, row.old)}</td>
            <td>{valueNode(row, row.new)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const ACTIONS = {
  TestingUnitRegistered: 1,
  TestingUnitProfileChanged: 1,
  TestingUnitDeactivated: 1,
  TestingUnitActivated: 1,
  TestingUnitDeleted: 1,
  ConsigningUnitRegistered: 1,
  ConsigningUnitProfileChanged: 1,
  ConsigningUnitDeactivated: 1,
  ConsigningUnitActivated: 1,
  UnitSettingsChanged: 1,
  LabSystemCodeIssued: 1,
  LabSystemCodeWithdrawn: 1,
  ReportConfigSaved: 1,
  TenantCreated: 1,
  TenantChanged: 1,
  TenantDeleted: 1,
  ProjectAdded: 1,
  ProjectChanged: 1,
  ProjectDeleted: 1,
  SampleListed: 1,
  SampleWithdrawn: 1,
  UnitSampleKept: 1,
  UnitSampleWithdrawn: 1,
  UnitSampleReset: 1,
  PackListed: 1,
  PackWithdrawn: 1,
  UnitPackKept: 1,
  UnitPackWithdrawn: 1,
  UnitPackReset: 1,
  DictionaryListed: 1,
  QualificationsListed: 1,
  CategoryListed: 1,
  CategoryWithdrawn: 1,
  UserRegistered: 1,
  UserProfileChanged: 1,
  UserPreferencesChanged: 1,
  NotificationChannelsChosen: 1,
  ThirdPartyBound: 1,
  ThirdPartyUnbound: 1,
  UserDeactivated: 1,
  UserActivated: 1,
  UserRolesChanged: 1,
  UserPasswordSet: 1,
  UserSessionsEnded: 1,
  UserUnlocked: 1,
  UnitManagerGranted: 1,
  UnitManagerWithdrawn: 1,
  RoleCreated: 1,
  RoleChanged: 1,
  NoticeDrafted: 1,
  NoticeChanged: 1,
  NoticeSent: 1,
  NoticeWithdrawn: 1,
  InstructionAdded: 1,
  InstructionChanged: 1,
} as const;
type Action = keyof typeof ACTIONS;

/** Who changed which fields of a record, when and why, newest first. */
export const openChangeHistory = (subject: HistorySubject): Promise<void> =>
  openDialog<void>((settle) => <ChangeHistory subject={subject} onDone={() => settle()} />);
