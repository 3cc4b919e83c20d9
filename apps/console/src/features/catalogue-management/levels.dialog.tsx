import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Error as ErrorIcon, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addSampleLevel, deleteSampleLevel, getSampleLevels, type SampleLevelRow } from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { useSending } from '../../components/use-sending.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed, listOptions } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { RowVerb } from '../../components/row-verb.js';
import { texts } from './texts.js';

/** The levels of the sample tree: added under one another, deleted while nothing is under them. */
const LevelsDialog = ({ onDone }: { onDone(): void }) => {
  const t = useTexts(texts);
  const list = useQuery(listOptions(getSampleLevels, {}));
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState('');
  const { failed, running, send } = useSending();
  const levels = list.data?.data;
  const add = () => {
    if (name.trim() === '') return;
    void send(async () => {
      await underOneKey(`level ${parentId} ${name}`, (idempotencyKey) => call(addSampleLevel, { body: { name, parentId: parentId || null }, idempotencyKey }));
      setName('');
      succeed(t('levelAdded'));
      await changed(getSampleLevels);
      return false;
    });
  };
  return (
    <AppDialog title={t('levels')} width={800} hasUnsavedInput={name !== ''} onClose={onDone} footer={<Button className="push" text={t('close')} onClick={onDone} />}>
      <div className="stack">
        <div className="form-grid">
          <Field label={t('levelName')}><InputGroup fill maxLength={50} value={name} onValueChange={setName} onKeyDown={(event) => { if (event.key === 'Enter') add(); }} /></Field>
          <Field label={t('levelAbove')}><HTMLSelect fill value={parentId} options={[{ value: '', label: t('topLevel') }, ...(levels ?? []).map(({ sampleLevelId, displayName }) => ({ value: sampleLevelId, label: displayName }))]} onChange={(event) => setParentId(event.currentTarget.value)} /></Field>
          <div className="level-add"><Button icon={<Plus />} text={t('addLevel')} disabled={name.trim() === ''} loading={running} onClick={add} /></div>
        </div>
        {failed && <div className="note danger" role="alert"><ErrorIcon size={14} />{failed}</div>}
        {levels ? <Levels levels={levels} /> : list.isError ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows rows={6} />}
      </div>
    </AppDialog>
  );
};

const Levels = ({ levels }: { levels: readonly SampleLevelRow[] }) => {
  const t = useTexts(texts);
  return (
    <table className="data-table" aria-label={t('levels')}>
      <colgroup><col style={{ width: 100 }} /><col /><col style={{ width: 64 }} /></colgroup>
      <thead><tr><th>{t('levelCode')}</th><th>{t('levelName')}</th><th>{t('actions')}</th></tr></thead>
      <tbody>
        {levels.map((level) => (
          <tr key={level.sampleLevelId}>
            <td className="numeric secondary">{level.levelCode}</td><td>{level.displayName}</td>
            <td>{!levels.some(({ levelCode }) => levelCode !== level.levelCode && levelCode.startsWith(level.levelCode)) && <RowVerb text={t('remove')} name={level.displayName} onPress={() => void askRemoveLevel(level)} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const askRemoveLevel = async ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeLevel'), sentence: textOf(texts, 'removeLevelSentence', { name: displayName }), intent: 'danger', reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) => underOneKey(`remove level ${sampleLevelId} ${reason}`, (idempotencyKey) => call(deleteSampleLevel, { query: { id: sampleLevelId, reason }, idempotencyKey })),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getSampleLevels);
};

export const askLevels = (): Promise<void> => askWith<void>((settle) => <LevelsDialog onDone={() => settle()} />);
