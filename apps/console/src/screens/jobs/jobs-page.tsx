import { Button, Callout, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Cross, GanttChart, Refresh, Search } from '@blueprintjs/icons';
import type { JobState } from '#contract';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { useFiltersInAddress } from '../../lib/list-query.js';
import { formatCount } from '../../lib/numbers.js';
import { useDebounced } from '../../lib/use-time.js';
import { useJobColumns } from './job-columns.js';
import { JobPanel } from './job-panel.js';
import './jobs.css';
import { confirmCancelAll, confirmRetryAll } from './order-jobs.js';
import { texts } from './texts.js';
import {
  isFiltered,
  JOB_KINDS,
  JOB_PAGE_SIZES,
  JOB_STATES,
  type JobFilters,
  jobName,
  kindName,
  NO_FILTERS,
  readFilters,
  useJobs,
  writeFilters,
} from './use-jobs.js';

type Filtered = { filters: JobFilters; onChange(some: Partial<JobFilters>): void };
type Counts = Record<JobState, number>;

/** What the worker does, has done and could not do; and what an operator can do about it. */
const JobsPage = () => {
  const t = useTexts(texts);
  const [filters, changeAddress] = useFiltersInAddress(readFilters, writeFilters);
  const change = (some: Partial<JobFilters>) => changeAddress({ page: 1, ...some });
  const open = (job: string) => changeAddress({ job });
  const list = useJobs(filters);
  const columns = useJobColumns({ beside: filters.job !== '', now: list.dataUpdatedAt, onOpen: (job) => open(job.id) });
  const { data: jobList } = list;
  return (
    <>
      <PageHeader actions={jobList && <OrderButtons filters={filters} counts={jobList.counts} />} />
      <div className="page-body with-side-panel">
        <section className="card list-card job-list" aria-label={t('list')}>
          {jobList && <Concerns {...jobList} now={list.dataUpdatedAt} />}
          <StateTabs filters={filters} counts={jobList?.counts} onChange={change} />
          <FilterBar filters={filters} onChange={change} />
          <LoadedRows
            query={list}
            rows={jobList?.items}
            skeletonRows={8}
            failedTitle={t('failedToLoad')}
            empty={
              isFiltered(filters) ? (
                <EmptyState
                  icon={<Search size={28} />}
                  title={t('notFound')}
                  actions={<Button text={t('clear')} onClick={() => change(NO_FILTERS)} />}
                >
                  {t('notFoundHint')}
                </EmptyState>
              ) : (
                <EmptyState icon={<GanttChart size={28} />} title={t('none')}>
                  {t('noneHint')}
                </EmptyState>
              )
            }
          >
            {(items) => (
              <DataTable
                caption={t('list')}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                nameOf={(job) => jobName(job, t)}
                reloading={list.isPlaceholderData}
                classOf={({ id }) => (id === filters.job ? 'current' : '')}
                onOpen={({ id }) => open(id)}
              />
            )}
          </LoadedRows>
          {jobList && (
            <Pager
              page={filters.page}
              pageSize={filters.size}
              total={jobList.totalCount}
              sizes={JOB_PAGE_SIZES}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size })}
            />
          )}
        </section>
        {filters.job && <JobPanel key={filters.job} jobId={filters.job} onClose={() => open('')} />}
      </div>
    </>
  );
};

/** Lost jobs are shown for a week. */
const PUT_BACK_NOTICE_MS = 7 * 24 * 3_600_000;

type JobList = NonNullable<ReturnType<typeof useJobs>['data']>;

type ConcernData = Pick<JobList, 'warnings' | 'reconciled' | 'failingEndpoints'>;

const FAILURES = ['timeout', 'connection', 'tls', 'refused', 'redirect'] as const;

/** What an operator has to act on: why jobs may be lost, lost and overdue jobs, and failing endpoints. */
const Concerns = ({ warnings, reconciled, failingEndpoints, now }: ConcernData & { now: number }) => {
  const t = useTexts(texts);
  const overdue = reconciled.filter((kind) => kind.overdue > 0);
  const putBack = reconciled.flatMap((kind) =>
    kind.putBackAt !== null && now - Date.parse(kind.putBackAt) < PUT_BACK_NOTICE_MS
      ? [{ ...kind, at: kind.putBackAt }]
      : [],
  );
  if (warnings.length + overdue.length + putBack.length + failingEndpoints.length === 0) return null;
  const failureText = ({ lastStatus, lastFailure }: ConcernData['failingEndpoints'][number]): string =>
    lastStatus === null
      ? t(`answer.${FAILURES.find((failure) => failure === lastFailure) ?? 'other'}`)
      : `HTTP ${lastStatus}`;
  return (
    <Callout compact intent="warning" className="job-concerns" role="status" aria-label={t('concerns')}>
      <ul>
        {warnings.map(({ code, found, wanted }) => (
          <li key={code}>{t(`warning.${code}`, { found, wanted })}</li>
        ))}
        {overdue.map(({ name, overdue: n }) => (
          <li key={`overdue ${name}`}>{t('overdue', { kind: kindName(name, t), n: formatCount(n) })}</li>
        ))}
        {putBack.map(({ name, at, putBack: n }) => (
          <li key={`lost ${name}`}>
            {t('putBack', { kind: kindName(name, t), n: formatCount(n), time: dateTime(at) })}
          </li>
        ))}
        {failingEndpoints.map((endpoint) => (
          <li key={endpoint.webhookId}>
            {t(`failing.${endpoint.state === 'disabled' ? 'disabled' : 'active'}`, {
              unit: endpoint.unitName,
              host: endpoint.host,
              time: endpoint.failingSince === null ? '' : dateTime(endpoint.failingSince),
              answer: failureText(endpoint),
              n: formatCount(endpoint.waiting),
            })}
          </li>
        ))}
      </ul>
    </Callout>
  );
};

/**
 * Buttons for many jobs state their number before they are pressed. They act on all jobs of the filters, in every tab.
 */
const OrderButtons = ({ filters, counts }: { filters: JobFilters; counts: Counts }) => {
  const t = useTexts(texts);
  return (
    <>
      {counts.waiting > 0 && (
        <Button
          icon={<Cross />}
          text={t('cancelAll', { n: formatCount(counts.waiting) })}
          onClick={() => void confirmCancelAll(filters, counts.waiting)}
        />
      )}
      {counts.failed > 0 && (
        <Button
          icon={<Refresh />}
          text={t('retryAll', { n: formatCount(counts.failed) })}
          onClick={() => void confirmRetryAll(filters, counts.failed)}
        />
      )}
    </>
  );
};

const StateTabs = ({ filters, counts, onChange }: Filtered & { counts: Counts | undefined }) => {
  const t = useTexts(texts);
  const all = Object.values(counts ?? {}).reduce((sum, some) => sum + some, 0);
  const tab = (state: JobState | null, text: string, number: number) => (
    <button
      key={state}
      type="button"
      className={`status-tab${filters.state === state ? ' current' : ''}`}
      aria-pressed={filters.state === state}
      onClick={() => onChange({ state })}
    >
      {text}
      <span className="numeric">{formatCount(number)}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={t('states')}>
      {tab(null, t('all'), all)}
      {JOB_STATES.map((state) => tab(state, t(`state.${state}`), counts?.[state] ?? 0))}
    </div>
  );
};

const FilterBar = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const [consignment, setConsignment] = useDebounced(filters.consignment, (value) => onChange({ consignment: value }));
  const kinds = [...new Set([...JOB_KINDS, ...(filters.name ? [filters.name] : [])])];
  return (
    <div className="filter-bar" role="search" aria-label={t('filters')}>
      <div className="filter-keyword">
        <InputGroup
          leftElement={
            <span className="bp6-icon">
              <Search />
            </span>
          }
          value={consignment}
          onValueChange={setConsignment}
          placeholder={t('consignment')}
          aria-label={t('consignment')}
        />
      </div>
      <HTMLSelect
        aria-label={t('kind')}
        value={filters.name}
        options={[
          { value: '', label: t('allKinds') },
          ...kinds.map((kind) => ({ value: kind, label: kindName(kind, t) })),
        ]}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
    </div>
  );
};

export default JobsPage;
