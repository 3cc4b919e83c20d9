import { Checkbox, InputGroup, Switch } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addPack, changePack, type KeptPack, listPacks, sysTestSampleGetAll, tuTestParamGetAll, withdrawPack } from '#contract';
import { CATALOGUE_LIMITS, problem, type Problem } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { CountInput } from '../../components/count-input.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import './catalogue-management.css';
import { texts } from './texts.js';

type Draft = Pick<KeptPack, 'name' | 'sampleId' | 'exposed' | 'orderNum'> & { paramIds: readonly string[] };

const problemsOf = ({ name, sampleId, paramIds }: Draft): Problem[] => [
  ...(name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : []),
  ...(sampleId === '' ? [problem('SAMPLE_REQUIRED', {}, 'sampleId')] : []),
  ...(sampleId !== '' && paramIds.length === 0 ? [problem('PACK_EMPTY', {}, 'entries')] : []),
];

const PackDialog = ({ shown, onDone }: { shown: KeptPack | null; onDone(): void }) => {
  const t = useTexts(texts);
  const [first] = useState<Draft>(() => (shown ? { ...shown, paramIds: shown.params.map(({ id }) => id) } : { name: '', sampleId: '', exposed: true, orderNum: 1, paramIds: [] }));
  const save = ({ name, sampleId, exposed, orderNum, paramIds }: Draft) => {
    const body = { name, exposed, orderNum, paramIds: [...paramIds] };
    return underOneKey(`pack ${JSON.stringify([shown?.id, sampleId, body])}`, (idempotencyKey): Promise<KeptPack> =>
      shown ? call(changePack, { query: { packId: shown.id }, body, ifMatch: shown.revision, idempotencyKey }) : call(addPack, { body: { ...body, sampleId }, idempotencyKey }));
  };
  const done = () => {
    onDone();
    void changed(listPacks);
  };
  return (
    <FormDialog title={t(shown ? 'editPack' : 'addPack')} width={800} first={first} problemsOf={problemsOf} save={save} onDone={done}>
      {(draft, change, wrongWith) => (
        <div className="form-grid">
          <Field label={t('packName')} required className="span-2" error={wrongWith('name')}><InputGroup fill maxLength={CATALOGUE_LIMITS.name} value={draft.name} onValueChange={(name) => change({ name })} /></Field>
          <Field label={t('orderIndex')}><CountInput fill min={0} max={1_000_000} value={draft.orderNum} onCount={(orderNum) => change({ orderNum: orderNum ?? 0 })} /></Field>
          <Field label={t('packSample')} required className="span-2" error={wrongWith('sampleId')}>
            {shown ? <InputGroup fill readOnly value={shown.sampleName} /> : <ChooseSample onChoose={(sampleId) => change({ sampleId, paramIds: [] })} />}
          </Field>
          <Field label={t('exposed')} group><Switch checked={draft.exposed} aria-label={t('exposed')} onChange={(event) => change({ exposed: event.currentTarget.checked })} /></Field>
          {draft.sampleId !== '' && <Field label={t('packParams')} required group className="span-all" error={wrongWith('entries')}><Parameters sampleId={draft.sampleId} chosen={draft.paramIds} onChange={(paramIds) => change({ paramIds })} /></Field>}
        </div>
      )}
    </FormDialog>
  );
};

const ChooseSample = ({ onChoose, ...control }: { onChoose(id: string): void; id?: string }) => {
  const [typed, setTyped] = useState('');
  const samples = useQuery({ ...readOf(sysTestSampleGetAll, { maxResultCount: 1000 }), staleTime: 60_000, meta: { quiet: true } }).data?.items ?? [];
  return (
    <SuggestInput
      {...control} value={typed} suggestions={samples.map(({ id, sampleName, sampleCode }) => ({ id, value: sampleName, note: sampleCode }))}
      onChange={(value) => { setTyped(value); onChoose(samples.find(({ sampleName }) => sampleName === value.trim())?.id ?? ''); }} onPick={({ id }) => onChoose(id)}
    />
  );
};

const Parameters = ({ sampleId, chosen, onChange }: { sampleId: string; chosen: readonly string[]; onChange(ids: string[]): void }) => {
  const parameters = useQuery({ ...readOf(tuTestParamGetAll, { testSampleId: sampleId }), meta: { quiet: true } }).data ?? [];
  const toggle = (id: string) => onChange(parameters.filter((each) => chosen.includes(each.id) !== (each.id === id)).map((each) => each.id));
  return <div className="pack-params">{parameters.map(({ id, displayName }) => <Checkbox key={id} className="check" label={displayName} checked={chosen.includes(id)} onChange={() => toggle(id)} />)}</div>;
};

/** Adds a pack, or changes the one that was shown, if nobody changed it meanwhile. */
export const askPack = (shown: KeptPack | null): Promise<void> => askWith<void>((settle) => <PackDialog shown={shown} onDone={() => settle()} />);

export const askRemovePack = async ({ id, name }: KeptPack): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removePack'), sentence: textOf(texts, 'removePackSentence', { name }), intent: 'danger', reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) => underOneKey(`remove pack ${id} ${reason}`, (idempotencyKey) => call(withdrawPack, { query: { packId: id, reason }, idempotencyKey })),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(listPacks);
};
