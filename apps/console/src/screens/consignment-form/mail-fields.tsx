import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { LIMITS } from '#domain/consignment';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { Choices } from './choices.js';
import { texts } from './texts.js';
import { useMailCompanies } from './unit-lists.js';
import type { Draft } from './use-draft.js';

const SPACE = ' ';

/** A mail number starts with the name of its company, if one was chosen; the specification has one text for both. */
const partsOf = (mailOrderNumber: string, companies: readonly string[]): { company: string; number: string } => {
  const company = companies.find((name) => mailOrderNumber.startsWith(name + SPACE)) ?? '';
  return { company, number: company ? mailOrderNumber.slice(company.length + 1) : mailOrderNumber };
};

/**
 * For samples that are sent by mail: the company, from the testing unit's list (002 PRE-005), the number, and who pays
 * (CF-012).
 */
export const MailFields = ({ draft: { base, form } }: { draft: Draft }) => {
  const t = useTexts(texts);
  const companies = useMailCompanies(base.testUnitId);
  /** Chosen before there is a number, because a company alone is not stored. */
  const [pendingCompany, setPendingCompany] = useState('');
  const {
    control,
    formState: { errors },
  } = form;
  return (
    <>
      <Controller
        control={control}
        name="mailOrderNumber"
        render={({ field }) => {
          const mailOrder = partsOf(field.value, companies);
          const company = mailOrder.company || (companies.includes(pendingCompany) ? pendingCompany : '');
          const put = (name: string, number: string) => {
            setPendingCompany(name);
            field.onChange(number === '' || name === '' ? number : name + SPACE + number);
          };
          return (
            <>
              {companies.length > 0 && (
                <Field label={t('mailCompany')}>
                  <HTMLSelect
                    name="mailCompany"
                    value={company}
                    options={[
                      { value: '', label: t('chooseOption') },
                      ...companies.map((name) => ({ value: name, label: name })),
                    ]}
                    onChange={(event) => put(event.currentTarget.value, mailOrder.number)}
                  />
                </Field>
              )}
              <Field label={t('mailNumber')} required error={errors.mailOrderNumber?.message}>
                <InputGroup
                  fill
                  name={field.name}
                  inputRef={field.ref}
                  maxLength={LIMITS.mailNumber - (company ? company.length + 1 : 0)}
                  value={mailOrder.number}
                  placeholder={t('mailPlaceholder')}
                  onBlur={field.onBlur}
                  onChange={(event) => put(company, event.currentTarget.value)}
                />
              </Field>
            </>
          );
        }}
      />
      <Controller
        control={control}
        name="mailPayType"
        render={({ field }) => (
          <Field label={t('mailPay')} group>
            <Choices
              name={field.name}
              value={String(field.value) as '1' | '2'}
              onBlur={field.onBlur}
              onChange={(value) => field.onChange(value === '2' ? 2 : 1)}
              options={(['1', '2'] as const).map((value) => ({ value, label: t(`pay.${value}`) }))}
            />
          </Field>
        )}
      />
    </>
  );
};
