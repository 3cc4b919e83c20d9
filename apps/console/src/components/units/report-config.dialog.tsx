import { Button, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getReportConfigList, getReportConfigSysList, type ReportConfig, saveReportConfig } from '#contract';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import en from '../../locales/en/report-config.json' with { type: 'json' };
import es from '../../locales/es/report-config.json' with { type: 'json' };
import zh from '../../locales/zh/report-config.json' with { type: 'json' };
import { AppDialog } from '../app-dialog.js';
import { CountInput, focusWrongNumber } from '../number-input.js';
import { openDialog } from '../dialogs.js';
import { Field } from '../field.js';
import { ErrorState, LoadingRows } from '../page-states.js';
import { toastSuccess } from '../toaster.js';
import { useSubmit } from '../use-submit.js';
import { FailureNote } from '../failure-note.js';
import './units.css';

const texts = defineTexts('report-config', {
  zh,
  en,
  es,
});

type UnitToConfigure = { unitId: string; name: string };
type Preference = Pick<ReportConfig, 'consignType' | 'getReportType' | 'reportCount' | 'isSystem'>;

const WAYS = ['1', '3', '10'] as const;
/** Electronic reports are not counted. */
const isCounted = ({ getReportType }: Preference): boolean => getReportType !== '10';
const isComplete = (preference: Preference): boolean => !isCounted(preference) || preference.reportCount >= 1;

const ReportConfigForm = ({
  unit,
  stored,
  system,
  onDone,
}: {
  unit: UnitToConfigure;
  stored: readonly Preference[];
  system: readonly Preference[];
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [preferences, setPreferences] = useState(stored);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { failed, running, send } = useSubmit();
  const changedPreferences = preferences.filter(
    (preference, index) =>
      preference.getReportType !== stored[index]?.getReportType ||
      preference.reportCount !== stored[index]?.reportCount,
  );
  const update = (index: number, some: Partial<Preference>) =>
    setPreferences(
      preferences.map((preference, position) =>
        position === index ? { ...preference, ...some, isSystem: false } : preference,
      ),
    );
  const save = () => {
    setWasSubmitted(true);
    if (focusWrongNumber() || !changedPreferences.every(isComplete)) return;
    void send(async () => {
      for (const { consignType, getReportType, reportCount } of changedPreferences) {
        const body = {
          consignUnitId: unit.unitId,
          consignType: consignType as 1 | 2 | 3,
          getReportType,
          reportCount: getReportType === '10' ? 0 : reportCount,
        };
        await withIdempotencyKey(`report config ${JSON.stringify(body)}`, (idempotencyKey) =>
          callOperation(saveReportConfig, { body, idempotencyKey }),
        );
      }
      toastSuccess(t('saved'));
      await invalidateOperations(getReportConfigList);
      onDone();
      return true;
    });
  };
  return (
    <AppDialog
      title={`${t('title')} · ${unit.name}`}
      width={550}
      hasUnsavedInput={changedPreferences.length > 0}
      onClose={onDone}
      onConfirm={save}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('save')} loading={running} onClick={save} />
        </>
      }
    >
      <div className="stack">
        <div className="muted dense">{t('hint')}</div>
        {preferences.map((preference, index) => (
          <section
            key={preference.consignType}
            className="report-preference"
            aria-label={t(`kind.${preference.consignType as 1 | 2 | 3}`)}
          >
            <div className="row">
              <span className="strong">{t(`kind.${preference.consignType as 1 | 2 | 3}`)}</span>
              {preference.isSystem && <span className="aux muted">{t('system')}</span>}
            </div>
            <div className="report-preference-fields">
              <Field label={t('way')}>
                <HTMLSelect
                  fill
                  value={preference.getReportType}
                  options={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
                  onChange={(event) =>
                    update(index, {
                      getReportType: event.currentTarget.value as Preference['getReportType'],
                      ...(preference.reportCount < 1 ? { reportCount: system[index]?.reportCount ?? 1 } : {}),
                    })
                  }
                />
              </Field>
              {isCounted(preference) && (
                <Field
                  label={t('count')}
                  error={wasSubmitted && !isComplete(preference) ? t('countMissing') : undefined}
                >
                  <CountInput
                    fill
                    min={0}
                    max={100}
                    value={preference.reportCount}
                    blankValue={0}
                    onCount={(reportCount) => update(index, { reportCount: reportCount ?? 0 })}
                  />
                </Field>
              )}
            </div>
          </section>
        ))}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const ReportConfigDialog = ({ unit, onDone }: { unit: UnitToConfigure; onDone(): void }) => {
  const t = useTexts(texts);
  const uncached = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, meta: { quiet: true } };
  const system = useQuery({ ...queryOptionsOf(getReportConfigSysList, {}), ...uncached });
  const unitConfig = useQuery({ ...queryOptionsOf(getReportConfigList, { consignUnitId: unit.unitId }), ...uncached });
  if (system.data && unitConfig.data && !unitConfig.isFetching) {
    const stored = system.data.map(
      (each) => unitConfig.data.find(({ consignType }) => consignType === each.consignType) ?? each,
    );
    return <ReportConfigForm unit={unit} stored={stored} system={system.data} onDone={onDone} />;
  }
  const failed = [system, unitConfig].find(({ isError }) => isError);
  return (
    <AppDialog title={`${t('title')} · ${unit.name}`} width={550} onClose={onDone}>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all([system.refetch(), unitConfig.refetch()])} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </AppDialog>
  );
};

/** How a consigning unit wants its reports, for each kind of consignment (002 UN-022). */
export const openReportConfigDialog = (unit: UnitToConfigure): Promise<void> =>
  openDialog<void>((settle) => <ReportConfigDialog unit={unit} onDone={() => settle()} />);
