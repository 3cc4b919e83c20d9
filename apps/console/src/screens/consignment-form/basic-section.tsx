import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { Controller } from 'react-hook-form';
import type { ProjectRow } from '#contract';
import { LIMITS, REPORT_COUNT } from '#domain/consignment';
import { CONSIGN_TYPE, SEND_SAMPLE_TYPE } from '#events';
import { DateInput } from '../../components/date-input.js';
import { Card, Field } from '../../components/field.js';
import { CountInput } from '../../components/number-input.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { useTexts } from '../../i18n/texts.js';
import { Choices } from './choices.js';
import { ExtraFields } from './extra-fields.js';
import { hasReportCount, NOT_MAILED, useContacts } from './form-values.js';
import { MailFields } from './mail-fields.js';
import { texts } from './texts.js';
import { useTestCategories } from './unit-lists.js';
import type { Draft } from './use-draft.js';
import { WitnessFields } from './witness-fields.js';

type ProjectDetails = Pick<ProjectRow, 'contractSectName' | 'projectCode' | 'description' | 'constructionUnit'>;

/**
 * What distinguishes several projects of one name: section and number, otherwise description, otherwise owner. A form
 * without a field for sections shows one only if nothing else distinguishes the projects.
 */
export const projectHint = (
  { contractSectName, projectCode, description, constructionUnit }: ProjectDetails,
  showsSectName: boolean,
): string =>
  [showsSectName && contractSectName, projectCode].filter(Boolean).join('　') ||
  description ||
  contractSectName ||
  constructionUnit;

type Props = {
  draft: Draft;
  qualifications: readonly { id: string; name: string }[];
  showsSectName: boolean;
  onChooseProject(): void;
  onWitnesses(side: 'owner' | 'supervision'): void;
  /** Parties of the project, for the choice of a witness unit. */
  parties: { constructionJzunit: string; jzunit: string } | null;
  /** Distinguishes several projects of one name. */
  projectNameHint?: string;
};

/** Section 2: project, contact, sending, witnesses, further fields (CF-009 to CF-019). */
export const BasicSection = ({
  draft,
  qualifications,
  showsSectName,
  onChooseProject,
  onWitnesses,
  parties,
  projectNameHint,
}: Props) => {
  const t = useTexts(texts);
  const { base, form } = draft;
  const {
    control,
    register,
    watch,
    setValue,
    formState: { errors },
  } = form;
  const [getReportType, sendSampleType, category] = watch(['getReportType', 'sendSampleType', 'consginTestType']);
  const unitCategories = useTestCategories(base.testUnitId);
  const categories =
    unitCategories.includes(category) || category === '' ? unitCategories : [category, ...unitCategories];
  const setValueOptions = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  const contacts = useContacts();
  const text = (
    name: 'linkPersonPhone' | 'constructionUnit' | 'consignUnitAddress' | 'contractSectName' | 'memo',
    maxLength: number,
  ) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, fill: true, maxLength } as const;
  };

  return (
    <Card
      title={
        <>
          <span className="section-number">2</span>
          {t('basic')}
        </>
      }
    >
      <div className="form-grid">
        <div className="form-subtitle" data-section="project" tabIndex={-1}>
          {t('project')}
        </div>
        <Controller
          control={control}
          name="projectName"
          render={({ field }) => (
            <Field
              label={t('projectName')}
              required
              error={errors.projectName?.message}
              hint={projectNameHint || undefined}
            >
              <InputGroup
                fill
                readOnly
                name={field.name}
                inputRef={field.ref}
                value={field.value}
                placeholder={t('chooseProject')}
                onBlur={field.onBlur}
                className="picker-input"
                onClick={onChooseProject}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' || event.key === ' ') {
                    event.preventDefault();
                    onChooseProject();
                  }
                }}
                rightElement={
                  <Button
                    variant="minimal"
                    icon={<Search />}
                    aria-label={t('chooseProject')}
                    onClick={onChooseProject}
                  />
                }
              />
            </Field>
          )}
        />
        {showsSectName && (
          <Field label={t('sectName')}>
            <InputGroup {...text('contractSectName', LIMITS.text)} />
          </Field>
        )}
        <Controller
          control={control}
          name="tuqualificationId"
          render={({ field }) => (
            <Field label={t('qualification')} required error={errors.tuqualificationId?.message}>
              <HTMLSelect
                name={field.name}
                ref={field.ref}
                value={field.value ?? ''}
                disabled={base.testUnitId === null}
                options={[
                  { value: '', label: t('chooseQualification') },
                  ...qualifications.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onBlur={field.onBlur}
                onChange={(event) => field.onChange(event.currentTarget.value || null)}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="consginTestType"
          render={({ field }) => (
            <Field label={t('testCategory')}>
              <HTMLSelect
                name={field.name}
                value={field.value}
                options={[
                  { value: '', label: t('chooseOption') },
                  ...categories.map((name) => ({ value: name, label: name })),
                ]}
                onBlur={field.onBlur}
                onChange={(event) => {
                  field.onChange(event.currentTarget.value);
                  setValue('consginTestTypeId', '', setValueOptions);
                }}
              />
            </Field>
          )}
        />
        <Field label={t('constructionUnit')}>
          <InputGroup {...text('constructionUnit', LIMITS.text)} />
        </Field>
        {base.consignType !== CONSIGN_TYPE.rawMaterial && (
          <Controller
            control={control}
            name="expectTestTime"
            render={({ field }) => (
              <Field label={t('expectTestTime')} required error={errors.expectTestTime?.message}>
                <DateInput
                  fill
                  withTime
                  name={field.name}
                  inputRef={field.ref}
                  value={(field.value ?? '').slice(0, 16)}
                  onBlur={field.onBlur}
                  onChange={(event) => field.onChange(event.currentTarget.value || null)}
                />
              </Field>
            )}
          />
        )}

        <div className="form-subtitle" data-section="contact" tabIndex={-1}>
          {t('contact')}
        </div>
        <Controller
          control={control}
          name="linkPerson"
          render={({ field }) => (
            <Field label={t('linkPerson')} required error={errors.linkPerson?.message}>
              <SuggestInput
                name={field.name}
                inputRef={field.ref}
                maxLength={LIMITS.text}
                value={field.value}
                suggestions={contacts}
                onBlur={field.onBlur}
                onChange={field.onChange}
                onPick={({ note: phone }) => {
                  if (phone) setValue('linkPersonPhone', phone, setValueOptions);
                }}
              />
            </Field>
          )}
        />
        <Field label={t('linkPersonPhone')} required error={errors.linkPersonPhone?.message}>
          <InputGroup {...text('linkPersonPhone', LIMITS.text)} inputMode="tel" autoComplete="off" />
        </Field>
        <Controller
          control={control}
          name="getReportType"
          render={({ field }) => (
            <Field label={t('reportType')} group>
              <Choices
                name={field.name}
                value={field.value}
                onBlur={field.onBlur}
                onChange={field.onChange}
                options={(['1', '3', '10'] as const).map((value) => ({ value, label: t(`report.${value}`) }))}
              />
            </Field>
          )}
        />
        {hasReportCount(getReportType) && (
          <Controller
            control={control}
            name="reportCount"
            render={({ field }) => (
              <Field label={t('reportCount')} required error={errors.reportCount?.message}>
                <CountInput
                  fill
                  name={field.name}
                  inputRef={field.ref}
                  {...REPORT_COUNT}
                  value={field.value}
                  onBlur={field.onBlur}
                  onCount={(_, count) => field.onChange(count)}
                />
              </Field>
            )}
          />
        )}
        <Field label={t('consignUnitAddress')} className={hasReportCount(getReportType) ? 'span-2' : 'span-all'}>
          <InputGroup {...text('consignUnitAddress', LIMITS.text)} />
        </Field>
        <Field label={t('memo')} className="span-all">
          <InputGroup {...text('memo', LIMITS.longText)} placeholder={t('memoPlaceholder')} />
        </Field>

        <div className="form-subtitle" data-section="delivery" tabIndex={-1}>
          {t('delivery')}
        </div>
        <Controller
          control={control}
          name="sendSampleType"
          render={({ field }) => (
            <Field
              label={t('sendType')}
              group
              hint={
                sendSampleType === SEND_SAMPLE_TYPE.mailed && watch('mailOrderNumber') ? t('mailCleared') : undefined
              }
            >
              <Choices
                name={field.name}
                value={String(field.value) as '1' | '2'}
                onBlur={field.onBlur}
                options={(['1', '2'] as const).map((value) => ({ value, label: t(`send.${value}`) }))}
                onChange={(value) => {
                  field.onChange(value === '2' ? 2 : 1);
                  if (value === '1')
                    for (const [name, cleared] of Object.entries(NOT_MAILED))
                      setValue(name as keyof typeof NOT_MAILED, cleared, setValueOptions);
                }}
              />
            </Field>
          )}
        />
        {sendSampleType === SEND_SAMPLE_TYPE.mailed && <MailFields draft={draft} />}

        <WitnessFields draft={draft} parties={parties} onWitnesses={onWitnesses} />
        <ExtraFields draft={draft} />
      </div>
    </Card>
  );
};
