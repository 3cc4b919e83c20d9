import { Button, InputGroup, Switch } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { headerProblems, LIMITS, newHeader, presentWitnesses } from '#domain/consignment';
import { messageOf, messageOfProblem } from '#domain/rules';
import { normalizedMobile } from '#domain/text';
import type { Witness } from '#events';
import { AppDialog } from '../../../components/app-dialog.js';
import { Field } from '../../../components/field.js';
import { toastWarning } from '../../../components/toaster.js';
import { language } from '../../../i18n/language.js';
import { useTexts, defineTexts } from '../../../i18n/texts.js';
import en from '../../../locales/en/witness.json' with { type: 'json' };
import es from '../../../locales/es/witness.json' with { type: 'json' };
import zh from '../../../locales/zh/witness.json' with { type: 'json' };
import './witness.css';

const texts = defineTexts('witness', {
  zh,
  en,
  es,
});

export type { Witness };
const NOBODY: Witness = { name: '', cardNo: '', phone: '' };

/** The pipe separates witnesses in the stored strings, so no value may contain it (CF-016). */
const withoutPipes = (text: string): string => text.replaceAll('|', '');

/** VA-007: why a phone number is refused, or null. Compared with all other witnesses of the consignment. */
const phoneConflictMessage = (
  rows: readonly Witness[],
  row: number,
  otherWitnesses: readonly Witness[],
): string | null => {
  const phone = normalizedMobile(rows[row]?.phone ?? '');
  if (phone === '') return null;
  const phoneOwner = [...rows.filter((_, index) => index !== row), ...otherWitnesses].find(
    (row) => normalizedMobile(row.phone) === phone,
  );
  return phoneOwner ? messageOf('WITNESS_PHONE_TAKEN', { phone, name: phoneOwner.name.trim() }, language()) : null;
};

export type RowProblem = { row: number; member: 'name' | 'cardNo' | 'phone'; message: string };
const MEMBERS: Record<string, RowProblem['member']> = {
  constructionJzperson: 'name',
  constructionJzcardNo: 'cardNo',
  constructionJzphone: 'phone',
};

/** The indices of the rows that are not empty. */
const presentRowsOf = (rows: readonly Witness[]): number[] =>
  [...rows.keys()].filter((row) => presentWitnesses(rows.slice(row, row + 1)).length > 0);

/**
 * Problems of the rows of one side by the consignment's rules (VA-005 to VA-008), in their order. The rules number the
 * rows without the empty ones; `row` is the index in `rows`.
 */
const rowProblems = (rows: readonly Witness[], needSign: boolean): RowProblem[] => {
  const presentRows = presentRowsOf(rows);
  const header = {
    ...newHeader(),
    needWitnessUnit: true,
    ownerWitnesses: presentWitnesses(rows),
    needConstructionWitnessPersonSign: needSign,
  };
  return headerProblems(header, 1).flatMap((problem) => {
    const [path = '', row = '0'] = (problem.path ?? '').split('.');
    const member = MEMBERS[path];
    return member
      ? [{ row: presentRows[Number(row)] ?? 0, member, message: messageOfProblem(problem, language()) }]
      : [];
  });
};

export type WitnessSide = { unit: string; witnesses: Witness[]; needSign: boolean };

export type WitnessDialogProps = {
  side: 'owner' | 'supervision';
  initial: WitnessSide;
  /** Witnesses of the other side: their phone numbers are refused (VA-007). */
  otherWitnesses: readonly Witness[];
  /** IsEnableConsignSign of the testing unit: without it the need cannot be changed. */
  mayChangeNeed: boolean;
  onClose(): void;
  onSaved(side: WitnessSide): void;
};

/** DG-006: the witnesses of one side, their unit, and whether they have to sign. */
export const WitnessDialog = ({
  side,
  initial,
  otherWitnesses,
  mayChangeNeed,
  onClose,
  onSaved,
}: WitnessDialogProps) => {
  const t = useTexts(texts);
  const [unit, setUnit] = useState(initial.unit);
  const [rows, setRows] = useState<readonly Witness[]>(initial.witnesses.length > 0 ? initial.witnesses : [NOBODY]);
  const [needSign, setNeedSign] = useState(initial.needSign);
  const [showProblems, setShowProblems] = useState(false);
  const [phoneConflict, setPhoneConflict] = useState<{ row: number; message(): string | null } | null>(null);
  const [isEdited, setIsEdited] = useState(false);
  const problems = showProblems ? rowProblems(rows, needSign) : [];
  const errorAt = (row: number, member: 'name' | 'cardNo' | 'phone'): string | undefined =>
    (member === 'phone' && phoneConflict?.row === row ? phoneConflict.message() : null) ??
    problems.find((problem) => problem.row === row && problem.member === member)?.message;

  const write = (row: number, member: keyof Witness, value: string) => {
    setIsEdited(true);
    if (member === 'phone') setPhoneConflict(null);
    setRows(rows.map((witness, index) => (index === row ? { ...witness, [member]: withoutPipes(value) } : witness)));
  };
  /** A phone number of another witness is refused and cleared at once. */
  const checkPhone = (row: number) => {
    const message = phoneConflictMessage(rows, row, otherWitnesses);
    if (!message) return;
    setPhoneConflict({ row, message: () => phoneConflictMessage(rows, row, otherWitnesses) });
    toastWarning(message);
    setRows(rows.map((witness, index) => (index === row ? { ...witness, phone: '' } : witness)));
  };
  const save = () => {
    const present = presentWitnesses(rows);
    const conflict = present.map((_, row) => phoneConflictMessage(present, row, otherWitnesses)).find(Boolean);
    const problem = conflict ?? rowProblems(present, needSign)[0]?.message;
    if (problem) {
      setRows(present.length > 0 ? present : [NOBODY]);
      // Rows move up where empty ones are removed, and the conflict moves with its row.
      const row = phoneConflict ? presentRowsOf(rows).indexOf(phoneConflict.row) : -1;
      setPhoneConflict(phoneConflict && row >= 0 ? { ...phoneConflict, row } : null);
      setShowProblems(true);
      return toastWarning(problem);
    }
    onSaved({ unit: unit.trim(), witnesses: present, needSign });
    onClose();
  };

  return (
    <AppDialog
      title={t(side === 'owner' ? 'ownerTitle' : 'supervisionTitle')}
      width={800}
      hasUnsavedInput={isEdited}
      onClose={onClose}
      onConfirm={save}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('save')} onClick={save} />
        </>
      }
    >
      <div className="stack">
        <div className="witness-head">
          <Field label={t('unit')} className="grow">
            <InputGroup
              fill
              maxLength={LIMITS.text}
              value={unit}
              onChange={(event) => {
                setIsEdited(true);
                setUnit(event.currentTarget.value);
              }}
            />
          </Field>
          <Switch
            className="witness-need"
            label={t('needSign')}
            checked={needSign}
            disabled={!mayChangeNeed}
            onChange={(event) => {
              setIsEdited(true);
              setShowProblems(false);
              setPhoneConflict(null);
              setNeedSign(event.currentTarget.checked);
            }}
          />
        </div>
        {!mayChangeNeed && <p className="aux muted">{t('signingOff')}</p>}
        {rows.map((witness, row) => (
          // Rows are identified by their index, by which the stored strings align them.
          <div key={row} className="witness-row" role="group" aria-label={t('row', { n: row + 1 })}>
            <Field label={t('name')} required={needSign} error={errorAt(row, 'name')}>
              <InputGroup
                fill
                maxLength={LIMITS.witnessText}
                value={witness.name}
                onChange={(event) => write(row, 'name', event.currentTarget.value)}
              />
            </Field>
            <Field label={t('cardNo')} error={errorAt(row, 'cardNo')}>
              <InputGroup
                fill
                maxLength={LIMITS.witnessText}
                value={witness.cardNo}
                onChange={(event) => write(row, 'cardNo', event.currentTarget.value)}
              />
            </Field>
            <Field
              label={t('phone')}
              required={needSign}
              error={errorAt(row, 'phone')}
              hint={row === 0 ? t('phoneHint') : undefined}
            >
              <InputGroup
                fill
                inputMode="tel"
                value={witness.phone}
                onChange={(event) => write(row, 'phone', event.currentTarget.value)}
                onBlur={() => checkPhone(row)}
              />
            </Field>
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={t('remove', { name: witness.name || t('row', { n: row + 1 }) })}
              onClick={() => {
                setIsEdited(true);
                setPhoneConflict(null);
                setRows(rows.length > 1 ? rows.filter((_, index) => index !== row) : [NOBODY]);
              }}
            />
          </div>
        ))}
        <div>
          <Button
            variant="outlined"
            icon={<Plus />}
            text={t('add')}
            disabled={rows.length >= LIMITS.witnessesPerSide}
            onClick={() => {
              setIsEdited(true);
              setRows([...rows, NOBODY]);
            }}
          />
        </div>
      </div>
    </AppDialog>
  );
};
