import { Button } from '@blueprintjs/core';
import { Cube, Duplicate } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getBuSampleInfo, type ReferenceSample, saveBuSampleInfo, type SampleView } from '#contract';
import { catalogueNameOf } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { Card } from '../../components/field.js';
import { moneyText } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingPage } from '../../components/page-states.js';
import { succeed, warn } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { useSaveKey } from '../../lib/use-save-key.js';
import { useUnsaved } from '../../lib/view.js';
import { ChosenParameters } from './chosen-parameters.js';
import { citedFrom } from './citing.js';
import { feeOf, formulaOf, isOn, type SampleHost, useOffer } from './offer.js';
import { ReferenceDialog } from './reference.dialog.js';
import { fieldsOf, saveBodyOf, sampleProblems, selectionOf } from './sample-draft.js';
import { SampleFieldsForm } from './sample-fields.js';
import { SampleSelectionDialog } from './sample-selection.dialog.js';
import './samples.css';
import { SpecificationDialog } from './specification.dialog.js';
import { texts } from './texts.js';
import { useEstimate } from './use-estimate.js';

type Props = { host: SampleHost; sampleId: string; readOnly: boolean; onClose(): void; onSaved(): Promise<unknown>; onStale(): void; onAddNext?(): void };

/** The sample form: fields, chosen parameters, and the fee they make (DESIGN picture 04). */
const Editor = ({ sample, host, readOnly, onClose, onSaved, onStale, onAddNext }: Omit<Props, 'sampleId'> & { sample: SampleView }) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(sample));
  const [selection, setSelection] = useState(() => selectionOf(sample));
  const [touched, setTouched] = useState(false);
  const [judged, setJudged] = useState(false);
  const [dialog, setDialog] = useState<'parameters' | 'specification' | 'reference' | null>(null);
  const [running, setRunning] = useState<'save' | 'next' | null>(null);
  const form = useRef<HTMLDivElement>(null);
  useUnsaved(touched || null);

  const rawMaterial = host.consignType === 1;
  const name = rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample);
  const offer = useOffer(sample.testUnitSampleId, host);
  const parameters = offer.parameters.data ?? [];
  const problems = sampleProblems(fields, selection, rawMaterial);
  const fee = selection.isLeftToLab ? null : feeOf(parameters, selection, fields.testGroupCount);
  const estimate = useEstimate(host, sample.testUnitSampleId, selection, fields.testGroupCount, fee === null && !readOnly);
  const cost = isOn(host.testUnitConfig, 'IsConsignHideEstimatedCost') ? null : (fee?.testParamFee ?? (readOnly ? sample.testParamFee : estimate));

  const change = (part: Partial<typeof fields>) => { setTouched(true); setFields((now) => ({ ...now, ...part })); };
  const select: typeof setSelection = (next) => { setTouched(true); setSelection(next); };
  const cite = (from: ReferenceSample) => {
    const { part, filled } = citedFrom(from, fields, selection.isLeftToLab);
    if (filled.length === 0) return warn(t('nothingToCite', { code: from.consignCode }));
    change(part);
    succeed(t('cited', { code: from.consignCode, what: filled.map((name) => t(name)).join(t('listComma')) }));
  };
  /** After a stale save: where somebody changed this very sample, the user says whose fields stay. */
  const takeOver = async () => {
    const newest = await queries.fetchQuery({ ...readOf(getBuSampleInfo, { id: sample.id, consignId: host.consignId }), staleTime: 0, meta: { quiet: true } }).catch(() => sample);
    if (JSON.stringify(newest) === JSON.stringify(sample)) return;
    if (await alertUser({ title: t('sampleChangedTitle'), message: t('sampleChangedText'), confirm: t('keepMine'), cancel: t('takeTheirs') })) return;
    setFields(fieldsOf(newest));
    setSelection(selectionOf(newest));
    setTouched(false);
  };
  const save = async (then: 'save' | 'next') => {
    if (running) return;
    const [first] = problems;
    if (first) {
      setJudged(true);
      warn(t(first.key));
      form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
      return;
    }
    setRunning(then);
    try {
      const body = saveBodyOf(sample, fields, selection, rawMaterial);
      const saved = await underOneKey(`sample ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) => call(saveBuSampleInfo, { body, ifMatch: host.revision, idempotencyKey }));
      queries.setQueryData(readOf(getBuSampleInfo, { id: sample.id, consignId: host.consignId }).queryKey, saved);
      setTouched(false);
      await onSaved();
      succeed(t('saved'));
      if (then === 'next') onAddNext?.();
      else onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        noteFailure(error);
        await takeOver();
        onStale();
      } else reportFailure(error);
    } finally {
      setRunning(null);
    }
  };
  const leave = async () => {
    if (!touched || (await alertUser({ title: t('discardTitle'), message: t('discardText'), confirm: t('discard'), cancel: t('keepEditing'), intent: 'danger' }))) onClose();
  };
  useSaveKey(() => void save('save'), !readOnly);
  useEffect(() => {
    if (!readOnly) form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [readOnly]);

  return (
    <>
      <PageHeader title={name} tag={<span className="aux muted sample-path">{sample.sampleNameLink}</span>} actions={touched && <span className="unsaved">{t('unsaved')}</span>} />
      <div className="page-body scrolls stack" ref={form}>
        <Card title={t(rawMaterial ? 'sampleInfo' : 'testItemInfo')} extra={rawMaterial && !readOnly && host.testUnitId && host.projectId && <Button size="small" variant="outlined" icon={<Duplicate />} text={t('citeConsigned')} onClick={() => setDialog('reference')} />}>
          <SampleFieldsForm fields={fields} rawMaterial={rawMaterial} readOnly={readOnly} isLeftToLab={selection.isLeftToLab} errors={judged ? problems : []} onChange={change} onSpecification={() => setDialog('specification')} />
        </Card>
        <ChosenParameters host={host} parameters={parameters} stored={sample.tuSampleParamIds} selection={selection} fee={fee} names={offer.names} readOnly={readOnly} onSelection={select} onSelect={() => setDialog('parameters')} />
      </div>
      <div className="form-footer">
        {selection.isLeftToLab ? <span className="dense secondary"><Cube size={14} /> {t('leftToLabNote')}</span> : cost !== null && (
          <span className="fee-figure"><span className="dense secondary">{t(rawMaterial ? 'sampleFee' : 'itemFee')}</span><span className="numeric fee-sum">{moneyText(cost)}</span><span className="dense secondary numeric">{t('yuan')}{fee && ` = ${moneyText(fee.sum)} ${t('groups', { count: fields.testGroupCount })}`}</span>{fee && <span className="aux muted numeric only-wide">{formulaOf(fee, moneyText)}</span>}</span>
        )}
        <div className="form-footer__verbs">
          <Button variant="minimal" text={t('backToConsignment')} onClick={() => void leave()} />
          {!readOnly && onAddNext && <Button text={t('saveAndNext')} loading={running === 'next'} disabled={running === 'save'} onClick={() => void save('next')} />}
          {!readOnly && <Button intent="primary" text={t(rawMaterial ? 'saveSample' : 'saveItem')} loading={running === 'save'} disabled={running === 'next'} onClick={() => void save('save')} />}
        </div>
      </div>
      {dialog === 'specification' && <SpecificationDialog sampleId={sample.testUnitSampleId} specificationType={fields.specificationType} specificationBuildMethod={fields.specificationBuildMethod} onClose={() => setDialog(null)} onSet={change} />}
      {dialog === 'reference' && host.testUnitId && host.projectId && <ReferenceDialog testUnitId={host.testUnitId} projectId={host.projectId} consignId={host.consignId} onClose={() => setDialog(null)} onChosen={cite} />}
      {dialog === 'parameters' && (
        <SampleSelectionDialog
          host={host} initial={selection} fixed={{ id: sample.testUnitSampleId, name, bigCategoryId: sample.bigCategoryId, sampleNameLink: sample.sampleNameLink, isLeaf: true }}
          onClose={() => setDialog(null)} onConfirmed={(_, chosen) => { select(chosen); return Promise.resolve(true); }}
        />
      )}
    </>
  );
};

/** Reads the sample and opens its form. */
export const SampleEditor = ({ sampleId, ...props }: Props) => {
  const t = useTexts(texts);
  const sample = useQuery({ ...readOf(getBuSampleInfo, { id: sampleId, consignId: props.host.consignId }), meta: { quiet: true } });
  if (sample.data) return <Editor key={sample.data.id} sample={sample.data} {...props} />;
  return (
    <>
      <PageHeader actions={<Button text={t('backToConsignment')} onClick={props.onClose} />} />
      {sample.isError ? <Failed title={t('samplesFailed')} error={sample.error} onRetry={() => void sample.refetch()} /> : <LoadingPage />}
    </>
  );
};
