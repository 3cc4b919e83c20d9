import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import {
  baseStandardDelete,
  baseStandardInsert,
  baseStandardUpdate,
  type BaseStandard,
  getAllStandard,
} from '#contract';
import { CATALOGUE_LIMITS, standardProblems } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

type Draft = Pick<BaseStandard, 'baseStandardName' | 'printsManCode' | 'type' | 'executeDate' | 'expireDate'> & {
  clauses: string;
};

const NEW: Draft = {
  baseStandardName: '',
  printsManCode: '',
  type: 3,
  executeDate: null,
  expireDate: null,
  clauses: '',
};
const TYPES = [1, 2, 3] as const;

const draftOf = ({
  baseStandardName,
  printsManCode,
  type,
  executeDate,
  expireDate,
  clauseCodes,
}: BaseStandard): Draft => ({
  baseStandardName,
  printsManCode,
  type,
  executeDate,
  expireDate,
  clauses: clauseCodes.join('\n'),
});
const clausesOf = ({ clauses }: Draft): string[] =>
  clauses
    .split('\n')
    .map((clause) => clause.trim())
    .filter(Boolean);

/** By the rules that the service decides by. */
const problemsOf = (draft: Draft) =>
  standardProblems({
    standardName: draft.baseStandardName,
    publishCode: draft.printsManCode,
    type: draft.type,
    executeDate: draft.executeDate,
    expireDate: draft.expireDate,
    sourceType: 1,
    uniqueKey: '',
    publicationPrefix: '',
    replacedBy: null,
    clauseCodes: clausesOf(draft),
  });

const StandardDialog = ({ shown, onDone }: { shown: BaseStandard | null; onDone(): void }) => {
  const t = useTexts(texts);
  const save = (whole: Draft) => {
    const { clauses: _, ...draft } = whole;
    const body = { ...draft, type: TYPES.find((type) => type === draft.type) ?? 3, clauseCodes: clausesOf(whole) };
    return underOneKey(`standard ${JSON.stringify([shown?.id, body])}`, (idempotencyKey) =>
      shown
        ? call(baseStandardUpdate, { body: { id: shown.id, ...body }, ifMatch: shown.revision, idempotencyKey })
        : call(baseStandardInsert, { body, idempotencyKey }),
    );
  };
  const done = () => {
    onDone();
    void changed(getAllStandard);
  };
  return (
    <FormDialog
      title={t(shown ? 'editStandard' : 'addStandard')}
      width={800}
      first={shown ? draftOf(shown) : NEW}
      problemsOf={problemsOf}
      save={save}
      onDone={done}
    >
      {(draft, change, wrongWith) => (
        <div className="form-grid">
          <Field label={t('printsManCode')} required error={wrongWith('printsManCode')}>
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.code}
              value={draft.printsManCode}
              onValueChange={(printsManCode) => change({ printsManCode })}
            />
          </Field>
          <Field label={t('baseStandardName')} required className="span-2" error={wrongWith('baseStandardName')}>
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.name}
              value={draft.baseStandardName}
              onValueChange={(baseStandardName) => change({ baseStandardName })}
            />
          </Field>
          <Field label={t('standardType')}>
            <HTMLSelect
              fill
              value={draft.type}
              options={TYPES.map((value) => ({ value, label: t(`type${value}`) }))}
              onChange={(event) => change({ type: Number(event.currentTarget.value) })}
            />
          </Field>
          <Field label={t('executeDate')} error={wrongWith('executeDate')}>
            <InputGroup
              fill
              type="date"
              value={draft.executeDate ?? ''}
              onValueChange={(day) => change({ executeDate: day || null })}
            />
          </Field>
          <Field label={t('expireDate')} error={wrongWith('expireDate')}>
            <InputGroup
              fill
              type="date"
              value={draft.expireDate ?? ''}
              onValueChange={(day) => change({ expireDate: day || null })}
            />
          </Field>
          <Field label={t('clauseCodes')} className="span-all" hint={t('clausesHint')}>
            <TextArea
              fill
              rows={4}
              value={draft.clauses}
              onChange={(event) => change({ clauses: event.target.value })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a standard, or changes the one that was shown, if nobody changed it meanwhile. */
export const askStandard = (shown: BaseStandard | null): Promise<void> =>
  askWith<void>((settle) => <StandardDialog shown={shown} onDone={() => settle()} />);

export const askRemoveStandard = async ({ id, printsManCode, baseStandardName }: BaseStandard): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeStandard'),
    sentence: textOf(texts, 'removeStandardSentence', { name: `${printsManCode} ${baseStandardName}` }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`remove standard ${id} ${reason}`, (idempotencyKey) =>
        call(baseStandardDelete, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getAllStandard);
};
