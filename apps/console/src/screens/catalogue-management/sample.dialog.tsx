import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  getSampleLevels,
  type CatalogueParameterView,
  type CatalogueSampleView,
  sysTestSampleCreate,
  sysTestSampleUpdate,
  tuTestSampleCreate,
  tuTestSampleUpdate,
} from '#contract';
import { CATALOGUE_LIMITS, isPrice } from '#domain/catalogue-maintenance';
import { problem, type Problem } from '#domain/rules';
import { explainSampleFee } from '#domain/sample';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { moneyText } from '../../components/money.js';
import { CountInput } from '../../components/number-input.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import './catalogue-management.css';
import { texts as formTexts } from './form.texts.js';
import { RequirementEditor } from './requirements.js';
import { standardSuggestions, useStandards } from './standards.page.js';
import { TagSelect } from './tag-select.js';
import { texts } from './texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

const MEMBERS = [
  'sampleName',
  'sampleCode',
  'parentId',
  'levelCode',
  'description',
  'orderIndex',
  'countRequire',
  'sampleStatusRequire',
  'otherRequire',
  'defaultSampleDescription',
  'standards',
  'sampleNumUnit',
  'delegatesNumUnit',
  'defaultDelegatesNum',
  'afterTestOperate',
] as const;
type Draft = Pick<CatalogueSampleView, (typeof MEMBERS)[number]>;
type TextMember = { [Member in keyof Draft]: Draft[Member] extends string ? Member : never }[keyof Draft];

const NEW: Draft = {
  sampleName: '',
  sampleCode: '',
  parentId: '',
  levelCode: '',
  description: '',
  orderIndex: 0,
  countRequire: '',
  sampleStatusRequire: '',
  otherRequire: '',
  defaultSampleDescription: '',
  standards: [],
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  afterTestOperate: '',
};

const problemsOf = ({ sampleName, sampleCode, parentId }: Draft): Problem[] => [
  ...(sampleCode.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'sampleCode')] : []),
  ...(sampleName.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'sampleName')] : []),
  ...(parentId === '' ? [problem('CATEGORY_UNKNOWN', {}, 'parentId')] : []),
];

/** The changed members, so that nobody overwrites what somebody else changed. */
const changedMembers = (first: Draft, draft: Draft) => {
  const { standards, ...members } = Object.fromEntries(
    MEMBERS.filter((member) => JSON.stringify(first[member]) !== JSON.stringify(draft[member])).map((member) => [
      member,
      draft[member],
    ]),
  ) as Partial<Draft>;
  return {
    ...members,
    ...(standards
      ? {
          standards: standards.map(({ sysBaseStandardId, utype }) => ({
            sysBaseStandardId,
            utype: USES.find((use) => use === utype) ?? '3',
          })),
        }
      : {}),
  };
};
const USES = ['1', '2', '3'] as const;

const SampleDialog = ({
  owner,
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  existing: CatalogueSampleView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const standards = useStandards();
  const levels = useQuery(listOptions(getSampleLevels, {})).data?.data ?? [];
  const initialDraft: Draft = existing ?? NEW;
  const save = (draft: Draft) => {
    const body = changedMembers(initialDraft, draft);
    const revision = existing?.revision ?? null;
    return withIdempotencyKey(
      `sample ${JSON.stringify([owner, existing?.id, body])}`,
      (idempotencyKey): Promise<CatalogueSampleView> => {
        const options = { idempotencyKey, ...(revision === null ? {} : { ifMatch: revision }) };
        if (existing)
          return owner.isTemplate
            ? callOperation(sysTestSampleUpdate, { body: { id: existing.id, ...body }, ...options })
            : callOperation(tuTestSampleUpdate, {
                body: { ...owner.ownerQuery, id: existing.id, ...body },
                ...options,
              });
        return owner.isTemplate
          ? callOperation(sysTestSampleCreate, { body, ...options })
          : callOperation(tuTestSampleCreate, { body: { ...owner.ownerQuery, ...body }, ...options });
      },
    );
  };
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editSample' : 'addSample')}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => {
        const text = (
          member: TextMember,
          { required = false, wide = false }: { required?: boolean; wide?: boolean } = {},
        ) => (
          <Field
            label={t(member === 'parentId' ? 'category' : member)}
            required={required}
            {...(wide ? { className: 'span-2' } : {})}
            error={problemAt(member)}
          >
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.text}
              value={draft[member]}
              onValueChange={(value) => change({ [member]: value })}
            />
          </Field>
        );
        return (
          <div className="catalogue-form">
            <section>
              <h3 className="form-subtitle">{t('facts')}</h3>
              <div className="form-grid">
                {text('sampleCode', { required: true })}
                {text('sampleName', { required: true, wide: true })}
                <Field label={t('category')} required className="span-2" error={problemAt('parentId')}>
                  <HTMLSelect
                    fill
                    value={draft.parentId}
                    options={[
                      { value: '', label: t('chooseCategory') },
                      ...levels.map(({ sampleLevelId, displayName }) => ({ value: sampleLevelId, label: displayName })),
                    ]}
                    onChange={(event) => change({ parentId: event.currentTarget.value })}
                  />
                </Field>
                {text('levelCode')}
                {text('sampleNumUnit')}
                {text('delegatesNumUnit')}
                <Field label={t('defaultDelegatesNum')}>
                  <CountInput
                    fill
                    min={0}
                    max={1_000_000}
                    value={draft.defaultDelegatesNum}
                    onCount={(defaultDelegatesNum) => change({ defaultDelegatesNum })}
                  />
                </Field>
                {text('afterTestOperate', { wide: true })}
                <Field label={t('orderIndex')}>
                  <CountInput
                    fill
                    min={0}
                    max={1_000_000}
                    value={draft.orderIndex}
                    blankValue={0}
                    onCount={(orderIndex) => change({ orderIndex: orderIndex ?? 0 })}
                  />
                </Field>
                <div className="span-all">{text('description')}</div>
                <Field label={t('sampleStandards')} className="span-all">
                  <TagSelect
                    label={t('sampleStandards')}
                    suggestions={standardSuggestions(standards)}
                    selectedTags={draft.standards.map(({ sysBaseStandardId, printsCode, name }) => ({
                      key: sysBaseStandardId,
                      text: printsCode,
                      tooltip: name,
                      isExpired: standards.find(({ id }) => id === sysBaseStandardId)?.isExpired ?? false,
                    }))}
                    onAdd={(id) =>
                      change({
                        standards: [
                          ...draft.standards,
                          ...standards
                            .filter((each) => each.id === id)
                            .map(({ baseStandardName, printsManCode, type }) => ({
                              sysBaseStandardId: id,
                              name: baseStandardName,
                              printsCode: printsManCode,
                              utype: String(type),
                            })),
                        ],
                      })
                    }
                    onRemove={(id) =>
                      change({ standards: draft.standards.filter(({ sysBaseStandardId }) => sysBaseStandardId !== id) })
                    }
                  />
                </Field>
              </div>
            </section>
            <section>
              <h3 className="form-subtitle">{t('requirementFacts')}</h3>
              <div className="form-grid">
                {text('countRequire')}
                {text('sampleStatusRequire')}
                {text('otherRequire')}
                <Field
                  label={t('defaultSampleDescription')}
                  group
                  className="span-all"
                  error={problemAt('defaultSampleDescription')}
                >
                  <RequirementEditor
                    label={t('defaultSampleDescription')}
                    value={initialDraft.defaultSampleDescription}
                    onChange={(defaultSampleDescription) => change({ defaultSampleDescription })}
                  />
                </Field>
              </div>
            </section>
          </div>
        );
      }}
    </FormDialog>
  );
};

/** Adds a sample, or changes an existing one, unless somebody changed it meanwhile. */
export const openSampleDialog = (owner: CatalogueOwner, existing: CatalogueSampleView | null): Promise<void> =>
  openDialog<void>((settle) => <SampleDialog owner={owner} existing={existing} onDone={() => settle()} />);

/** Whether a price is by script, and the words that explain it; the words are kept while the kind changes. */
export type ScriptDraft = { byScript: boolean; scriptDescription: string };

export const scriptDraftOf = ({
  scriptDescription,
}: Pick<CatalogueParameterView, 'scriptDescription'>): ScriptDraft => ({
  byScript: scriptDescription !== null,
  scriptDescription: scriptDescription ?? '',
});

type PriceDraft = ScriptDraft & Pick<CatalogueParameterView, 'price' | 'sharedPrice' | 'sharedPriceQualifier'>;
const PRICE_MEMBERS = ['byScript', 'scriptDescription', 'price', 'sharedPrice', 'sharedPriceQualifier'] as const;

/**
 * The rules of the service: an amount is always required; the other members are required only when the price changes,
 * so that a price from before the rules stays valid.
 */
export const scriptDraftProblems = (first: PriceDraft, draft: PriceDraft): Problem[] =>
  draft.byScript
    ? [
        ...amountProblems(draft),
        ...(PRICE_MEMBERS.some((member) => first[member] !== draft[member]) ? changedProblems(draft) : []),
      ]
    : [];

const amountProblems = ({ price }: PriceDraft): Problem[] =>
  price.trim() === '' ? [problem('SCRIPT_WITHOUT_PRICE', {}, 'price')] : [];
const changedProblems = ({ scriptDescription, sharedPrice }: PriceDraft): Problem[] => [
  ...(scriptDescription.trim() === '' ? [problem('SCRIPT_WITHOUT_WORDS', {}, 'scriptDescription')] : []),
  ...(sharedPrice.trim() === '' ? [] : [problem('SCRIPT_PRICE_SHARED', {}, 'sharedPrice')]),
];

/** The members to send: new words, null if the parameter's own price is used again, nothing if the price stays. */
export const changedScript = (first: ScriptDraft, draft: ScriptDraft): { scriptDescription?: string | null } => {
  if (!draft.byScript) return first.byScript ? { scriptDescription: null } : {};
  return first.byScript && first.scriptDescription === draft.scriptDescription
    ? {}
    : { scriptDescription: draft.scriptDescription.trim() };
};

const isInteger = (count: number | null): count is number => Number.isInteger(count);

/** The price that a client would pay for one parameter, for a typed count and number of groups (PR-006, PR-010). */
export const FeePreview = ({ price }: { price: string }) => {
  const t = useTexts(formTexts);
  const id = useId();
  const [count, setCount] = useState<number | null>(1);
  const [groups, setGroups] = useState<number | null>(1);
  const trimmedPrice = price.trim();
  const feeOf = (parameterCount: number, groupCount: number) =>
    explainSampleFee(
      [
        {
          tuTestParamId: '',
          tuTestParamName: '',
          tuTestParamPrice: trimmedPrice,
          tuTestParamCount: parameterCount,
          sharedPriceQualifier: '',
          sharedPrice: null,
        },
      ],
      groupCount,
    ).testParamFee;
  return (
    <div className="field span-all fee-preview" role="group" aria-labelledby={`${id}-name`}>
      <span className="field-label" id={`${id}-name`}>
        {t('feePreview')}
      </span>
      <label className="row tight">
        {t('feeCount')}
        <CountInput min={1} max={10_000} value={count} onCount={setCount} />
      </label>
      <label className="row tight">
        {t('feeGroups')}
        <CountInput min={1} max={10_000} value={groups} onCount={setGroups} />
      </label>
      <output className="numeric">
        {isPrice(trimmedPrice) && isInteger(count) && isInteger(groups)
          ? t('feeSum', { price: trimmedPrice, count, groups, fee: moneyText(feeOf(count, groups)) })
          : '—'}
      </output>
      <span className="aux muted">{t('feeHint')}</span>
    </div>
  );
};
