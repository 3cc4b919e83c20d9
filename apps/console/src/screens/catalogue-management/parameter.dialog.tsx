import { HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import { useState } from 'react';
import {
  type BaseStandard,
  type CatalogueParameterView,
  type CatalogueSampleView,
  tuTestParamCreate,
  tuTestParamDelete,
  tuTestParamUpdate,
} from '#contract';
import { CATALOGUE_LIMITS, isPrice } from '#domain/catalogue-maintenance';
import { readQuantity, normalizedQuantity } from '#domain/numbers';
import { problem, type Problem } from '#domain/rules';
import { openActionDialog } from '../../components/action-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { CountInput, QuantityInput } from '../../components/number-input.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import './catalogue-management.css';
import { changedScript, FeePreview, type ScriptDraft, scriptDraftOf, scriptDraftProblems } from './sample.dialog.js';
import { standardKey, parseStandardKey, standardSuggestions, useStandards } from './standards.page.js';
import { TagSelect } from './tag-select.js';
import { texts } from './texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

const MEMBERS = [
  'testParamCode',
  'name',
  'displayName',
  'description',
  'price',
  'sharedPrice',
  'sharedPriceQualifier',
  'testQuantity',
  'shareTestQuantity',
  'shareTestQuantityIdent',
  'unitMeasure',
  'paramWorkDay',
  'num',
  'offered',
  'standards',
] as const;
/** Quantities have decimals, so they are text until they are sent. */
type Draft = Omit<Pick<CatalogueParameterView, (typeof MEMBERS)[number]>, Quantity> &
  Record<Quantity, string> &
  ScriptDraft;
type Quantity = 'testQuantity' | 'shareTestQuantity';
type TextMember = { [Member in keyof Draft]: Draft[Member] extends string ? Member : never }[keyof Draft];
type Use = '1' | '2';

const HINTS = {
  sharedPriceQualifier: 'sharedHint',
  shareTestQuantityIdent: 'portionHint',
  scriptDescription: 'scriptHint',
} as const;
const PRICES = ['price', 'sharedPrice'] as const;

/** Problem of a number that is not a price, e.g. too many digits. */
const priceProblem = (text: string): Problem | null => {
  const price = readQuantity(text);
  return price === null || isPrice(price) ? null : problem('PRICE_INVALID');
};

const NEW: Draft = {
  testParamCode: '',
  name: '',
  displayName: '',
  description: '',
  price: '',
  sharedPrice: '',
  sharedPriceQualifier: '',
  testQuantity: '',
  shareTestQuantity: '',
  shareTestQuantityIdent: '',
  byScript: false,
  scriptDescription: '',
  unitMeasure: '',
  paramWorkDay: null,
  num: 0,
  offered: true,
  standards: [],
};

const draftOf = (parameter: CatalogueParameterView): Draft => ({
  ...parameter,
  testQuantity: quantityText(parameter.testQuantity),
  shareTestQuantity: quantityText(parameter.shareTestQuantity),
  ...scriptDraftOf(parameter),
});
const quantityText = (quantity: number | null): string => (quantity === null ? '' : String(quantity));
const quantityOf = (text: string): number | null => {
  const quantity = readQuantity(text);
  return quantity === null ? null : Number(quantity);
};

const problemsOf = (first: Draft, draft: Draft): Problem[] => [
  ...ownProblems(draft),
  ...scriptDraftProblems(first, draft),
];
/** The field of a number shows its own problem. */
const ownProblems = ({
  testParamCode,
  name,
  sharedPrice,
  sharedPriceQualifier,
  shareTestQuantity,
  shareTestQuantityIdent,
}: Draft): Problem[] => [
  ...(testParamCode.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'testParamCode')] : []),
  ...(name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : []),
  ...(shareTestQuantity.trim() !== '' && shareTestQuantityIdent.trim() === ''
    ? [problem('SHARED_PORTION_NEEDS_A_NAME', {}, 'shareTestQuantityIdent')]
    : []),
  ...(sharedPrice.trim() !== '' && sharedPriceQualifier.trim() === ''
    ? [problem('SHARED_PRICE_NEEDS_A_GROUP', {}, 'sharedPriceQualifier')]
    : []),
];

const changedMembers = (first: Draft, draft: Draft) => {
  const { standards, price, sharedPrice, testQuantity, shareTestQuantity, ...members } = Object.fromEntries(
    MEMBERS.filter((member) => JSON.stringify(first[member]) !== JSON.stringify(draft[member])).map((member) => [
      member,
      draft[member],
    ]),
  ) as Partial<Draft>;
  return {
    ...members,
    ...changedScript(first, draft),
    ...(price === undefined ? {} : { price: normalizedQuantity(price) }),
    ...(sharedPrice === undefined ? {} : { sharedPrice: normalizedQuantity(sharedPrice) }),
    ...(testQuantity === undefined ? {} : { testQuantity: quantityOf(testQuantity) }),
    ...(shareTestQuantity === undefined ? {} : { shareTestQuantity: quantityOf(shareTestQuantity) }),
    ...(standards
      ? {
          standards: standards.map(({ standardId, clauseCode, useType, isDefault }) => ({
            standardId,
            clauseCode,
            useType: USES.find((use) => use === useType) ?? '3',
            isDefault,
          })),
        }
      : {}),
  };
};
const USES = ['1', '2', '3'] as const;

type SelectedStandards = Draft['standards'];
const isUsedFor = ({ useType }: SelectedStandards[number], use: Use) => useType === use || useType === '3';
const keyOfSelected = ({ standardId, clauseCode }: SelectedStandards[number]) => standardKey(standardId, clauseCode);

/** A standard with both uses is one entry. The first standard of a parameter is its default. */
const withStandard = (
  selected: SelectedStandards,
  key: string,
  use: Use,
  standards: readonly BaseStandard[],
): SelectedStandards => {
  if (selected.some((each) => keyOfSelected(each) === key))
    return selected.map((each) => (keyOfSelected(each) === key ? { ...each, useType: '3' } : each));
  const { standardId, clauseCode } = parseStandardKey(key);
  const isDefault = !selected.some((each) => isUsedFor(each, use));
  return [
    ...selected,
    ...standards
      .filter(({ id }) => id === standardId)
      .map(({ baseStandardName, printsManCode, isExpired }) => ({
        standardId,
        standardName: baseStandardName,
        publishCode: printsManCode,
        clauseCode,
        useType: use,
        isDefault,
        isExpired,
      })),
  ];
};
const withoutStandard = (selected: SelectedStandards, key: string, use: Use): SelectedStandards =>
  selected.flatMap((each) =>
    keyOfSelected(each) !== key ? [each] : each.useType === '3' ? [{ ...each, useType: use === '1' ? '2' : '1' }] : [],
  );

const ParameterDialog = ({
  owner,
  sample,
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  sample: Pick<CatalogueSampleView, 'id'>;
  existing: CatalogueParameterView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const standards = useStandards();
  const [initialDraft] = useState<Draft>(() => (existing ? draftOf(existing) : NEW));
  const save = (draft: Draft) => {
    const { num, ...body } = changedMembers(initialDraft, draft);
    const sampleQuery = { ...owner.ownerQuery, testSampleId: sample.id };
    const order = num === undefined ? {} : { num };
    const revision = existing?.revision ?? null;
    return withIdempotencyKey(
      `parameter ${JSON.stringify([sampleQuery, existing?.id, body, order])}`,
      (idempotencyKey): Promise<CatalogueParameterView> =>
        existing
          ? callOperation(tuTestParamUpdate, {
              body: { ...sampleQuery, testParamId: existing.id, ...body, ...order },
              idempotencyKey,
              ...(revision === null ? {} : { ifMatch: revision }),
            })
          : callOperation(tuTestParamCreate, { body: { ...sampleQuery, ...body, ...order }, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editParameter' : 'addParameter')}
      initial={initialDraft}
      problemsOf={(draft) => problemsOf(initialDraft, draft)}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => {
        const text = (
          member: TextMember,
          { required = false, className = '' }: { required?: boolean; className?: string } = {},
        ) => (
          <Field
            label={t(member)}
            required={required}
            className={className}
            error={problemAt(member)}
            {...(member in HINTS ? { hint: t(HINTS[member as keyof typeof HINTS]) } : {})}
          >
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.text}
              value={draft[member]}
              onValueChange={(value) => change({ [member]: value })}
            />
          </Field>
        );
        const decimal = (member: (typeof PRICES)[number] | Quantity) => {
          const isPriced = PRICES.some((price) => price === member);
          return (
            <Field label={t(member)} error={problemAt(member)}>
              <QuantityInput
                fill
                className="numeric"
                value={draft[member]}
                invalidProblem={problem(isPriced ? 'PRICE_INVALID' : 'CELL_NOT_A_NUMBER')}
                extraProblem={isPriced ? priceProblem(draft[member]) : null}
                onText={(newText) => change({ [member]: newText })}
              />
            </Field>
          );
        };
        const tags = (use: Use) => {
          const label = t(use === '1' ? 'basis' : 'evaluation');
          return (
            <Field label={label} className="span-all">
              <TagSelect
                label={label}
                suggestions={standardSuggestions(standards, true)}
                selectedTags={draft.standards
                  .filter((each) => isUsedFor(each, use))
                  .map((each) => ({
                    key: keyOfSelected(each),
                    text: each.clauseCode ? `${each.publishCode} ${each.clauseCode}` : each.publishCode,
                    tooltip: each.standardName,
                    isExpired: each.isExpired,
                  }))}
                onAdd={(key) => change({ standards: withStandard(draft.standards, key, use, standards) })}
                onRemove={(key) => change({ standards: withoutStandard(draft.standards, key, use) })}
              />
            </Field>
          );
        };
        return (
          <div className="form-grid">
            {text('testParamCode', { required: true })}
            {text('name', { required: true })}
            {text('displayName')}
            <Field label={t('priceKind')}>
              <HTMLSelect
                fill
                value={String(draft.byScript)}
                options={[
                  { value: 'false', label: t('ownPrice') },
                  { value: 'true', label: t('byScript') },
                ]}
                onChange={(event) => change({ byScript: event.currentTarget.value === 'true' })}
              />
            </Field>
            {decimal('price')}
            {decimal('sharedPrice')}
            {text('sharedPriceQualifier')}
            {draft.byScript && text('scriptDescription', { required: true, className: 'span-all' })}
            <FeePreview price={draft.byScript || draft.price.trim() !== '' ? draft.price : draft.sharedPrice} />
            {decimal('testQuantity')}
            {text('unitMeasure')}
            {decimal('shareTestQuantity')}
            {text('shareTestQuantityIdent')}
            <Field label={t('paramWorkDay')}>
              <CountInput
                fill
                min={0}
                max={3650}
                value={draft.paramWorkDay}
                onCount={(paramWorkDay) => change({ paramWorkDay })}
              />
            </Field>
            <Field label={t('num')}>
              <CountInput
                fill
                min={0}
                max={1_000_000}
                value={draft.num}
                blankValue={0}
                onCount={(num) => change({ num: num ?? 0 })}
              />
            </Field>
            {text('description', { className: 'span-2' })}
            {tags('1')}
            {tags('2')}
            <div className="span-all">
              <Switch
                label={t('offered')}
                checked={draft.offered}
                onChange={(event) => change({ offered: event.currentTarget.checked })}
              />
            </div>
          </div>
        );
      }}
    </FormDialog>
  );
};

/** Adds a parameter to a sample, or changes an existing one, unless somebody changed its sample meanwhile. */
export const openParameterDialog = (
  owner: CatalogueOwner,
  sample: Pick<CatalogueSampleView, 'id'>,
  existing: CatalogueParameterView | null,
): Promise<void> =>
  openDialog<void>((settle) => (
    <ParameterDialog owner={owner} sample={sample} existing={existing} onDone={() => settle()} />
  ));

export const confirmRemoveParameter = async (
  { ownerQuery }: CatalogueOwner,
  { testSampleId, testParamId, displayName }: CatalogueParameterView,
): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'removeParameter'),
    sentence: textOf(texts, 'removeParameterSentence', { name: displayName }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`remove parameter ${testParamId} ${reason}`, (idempotencyKey) =>
        callOperation(tuTestParamDelete, {
          query: { ...ownerQuery, testSampleId, testParamId, reason },
          idempotencyKey,
        }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await samplesChanged();
};
