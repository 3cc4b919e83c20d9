import { Checkbox, InputGroup, Radio, Spinner } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getBuSampleInfoListByConsignId,
  getReportConsignScheduleNew,
  registerReport,
  type ReportScheduleItem,
} from '#contract';
import { messageOf } from '#domain';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { Failed } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { readOf } from '../../lib/queries.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { SavingDialog } from './saving-dialog.js';
import { texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

const CHOICES = 20;
type Consignment = Pick<ReportScheduleItem, 'consignId' | 'consignCode' | 'consignUnitName' | 'testContent'>;

/** Registers a report: on a received consignment, for some or all of its samples, under a number of the unit's own. */
const RegisterDialog = ({
  given,
  idempotencyKey,
  onDone,
}: {
  given: Consignment | null;
  idempotencyKey: string;
  onDone(saved: boolean): void;
}) => {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState(given);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const samples = useQuery({
    ...readOf(getBuSampleInfoListByConsignId, { consignId: chosen?.consignId ?? '' }),
    enabled: chosen !== null,
  });
  const sampleIds = (samples.data ?? []).filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const problems = {
    consignment: chosen ? undefined : t('chooseConsignment'),
    samples:
      chosen && samples.data && sampleIds.length === 0
        ? messageOf('REPORT_SAMPLES_REQUIRED', {}, language())
        : undefined,
    number: number.trim() === '' ? messageOf('REPORT_NUMBER_REQUIRED', {}, language()) : undefined,
  };
  const save = async () => {
    setTried(true);
    if (!chosen || !samples.data || problems.samples || problems.number) return false;
    await call(registerReport, {
      body: { consignId: chosen.consignId, sampleIds, reportNumber: number.trim() },
      idempotencyKey,
    });
    return true;
  };
  return (
    <SavingDialog
      title={t('register')}
      width={550}
      verb={t('register')}
      hasUnsavedInput={number !== ''}
      save={save}
      onDone={onDone}
    >
      {given ? (
        <div>
          <span className="numeric strong">{given.consignCode}</span>　{given.consignUnitName}
        </div>
      ) : (
        <Field label={t('registerWhat')} group required error={tried ? problems.consignment : undefined}>
          <ReceivedChoices
            chosen={chosen}
            onChoose={(one) => {
              setChosen(one);
              setLeft(new Set());
            }}
          />
        </Field>
      )}
      {chosen && (
        <Field label={t('reportSamples')} group required error={tried ? problems.samples : undefined}>
          {samples.isPending ? (
            <Spinner size={16} />
          ) : (
            <div className="sample-choices">
              {(samples.data ?? []).map(({ id, testUnitSampleName, specificationType }) => (
                <Checkbox
                  key={id}
                  className="check"
                  label={[testUnitSampleName, specificationType].filter(Boolean).join(' ')}
                  checked={!left.has(id)}
                  onChange={(event) =>
                    setLeft(
                      (now) =>
                        new Set(event.currentTarget.checked ? [...now].filter((other) => other !== id) : [...now, id]),
                    )
                  }
                />
              ))}
            </div>
          )}
        </Field>
      )}
      <Field label={t('reportNumber')} required hint={t('numberHint')} error={tried ? problems.number : undefined}>
        <InputGroup value={number} maxLength={50} onValueChange={setNumber} />
      </Field>
    </SavingDialog>
  );
};

/** Consignments whose samples were received; those without a report come by themselves first, as they are the newest. */
const ReceivedChoices = ({ chosen, onChoose }: { chosen: Consignment | null; onChoose(one: Consignment): void }) => {
  const t = useTexts(texts);
  const [applied, setApplied] = useState('');
  const [keyword, setKeyword] = useDebounced(applied, setApplied);
  const found = useQuery({
    queryKey: [getReportConsignScheduleNew.name, 'received', applied],
    queryFn: ({ signal }) =>
      call(getReportConsignScheduleNew, {
        query: { keyword: applied, maxResultCount: CHOICES, atLeast: atLeast() },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <div className="received">
      <InputGroup
        leftElement={
          <span className="bp6-icon">
            <Search />
          </span>
        }
        value={keyword}
        onValueChange={setKeyword}
        placeholder={t('findConsignment')}
        aria-label={t('findConsignment')}
      />
      {!found.data && found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && found.data.items.length === 0 && <p className="secondary">{t('noneReceived')}</p>}
      {found.data && found.data.items.length > 0 && (
        <div className="received-choices" role="radiogroup" aria-label={t('consignment')}>
          {found.data.items.map((item) => (
            <Radio
              key={item.consignId}
              name="received"
              className="received-choice"
              checked={chosen?.consignId === item.consignId}
              onChange={() => onChoose(item)}
              labelElement={
                <>
                  <span className="numeric">{item.consignCode}</span>{' '}
                  <span className="ellipsis">
                    {item.consignUnitName}　{item.testContent}
                  </span>{' '}
                  <span className="aux muted push">{item.reportSchedule}</span>
                </>
              }
            />
          ))}
        </div>
      )}
    </div>
  );
};

/** Asks for a new report, of one consignment or of one to be chosen; true when it was registered. */
export const askRegistration = async (given: Consignment | null): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const done = await askWith<boolean>((settle) => (
    <RegisterDialog given={given} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (done) succeed(textOf(texts, 'registered'));
  await reportsChanged();
  return done;
};
