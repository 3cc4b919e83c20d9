import { Button, Checkbox, HTMLSelect, InputGroup, Tag, TextArea } from '@blueprintjs/core';
import { ArrowDown, ArrowUp } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getQualificationList, type TestUnit } from '#contract';
import { sameId } from '#domain/rules';
import { isIntegrated } from '#domain/units';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { Field } from '../field.js';
import { CountInput } from '../number-input.js';
import { AddressList } from './address-list.js';
import { AreaInput, AreaSelect } from './area-select.js';
import { introductionHtml, introductionText } from './unit-drafts.js';
import { texts } from './unit.texts.js';

export type FieldsProps<Unit> = {
  unit: Unit;
  onChange(some: Partial<Unit>): void;
  /** What is wrong with a member, once problems may be shown. */ problemAt(path: string): string | undefined;
};
type Props = FieldsProps<TestUnit>;
type TextMember =
  | 'unitNo'
  | 'testUnitName'
  | 'shortName'
  | 'contactPhone'
  | 'regTime'
  | 'lmisurl'
  | 'lmisIntegratedCode'
  | 'iLISReportProgressQueryURL'
  | 'systemName'
  | 'filingNumber';

const TextField = ({
  member,
  required,
  readOnly,
  wide,
  unit,
  onChange,
  problemAt,
}: Props & { member: TextMember; required?: boolean; readOnly?: boolean; wide?: boolean }) => {
  const t = useTexts(texts);
  const error = problemAt(member);
  return (
    <Field
      label={t(member)}
      {...(required ? { required } : {})}
      {...(wide ? { className: 'span-2' } : {})}
      error={error}
    >
      <InputGroup
        fill
        intent={error ? 'danger' : 'none'}
        {...(readOnly ? { readOnly } : {})}
        type={member === 'regTime' ? 'date' : 'text'}
        maxLength={200}
        value={member === 'regTime' ? unit[member].slice(0, 10) : unit[member]}
        onValueChange={(value) => onChange({ [member]: value })}
      />
    </Field>
  );
};

const AddressField = ({ member, unit, onChange, problemAt }: Props & { member: 'regAddress' | 'jtsyjcAddress' }) => {
  const t = useTexts(texts);
  return (
    <Field label={t(member)} className="span-2" error={problemAt(member)}>
      <AreaInput value={unit[member]} placeholder={t('areaHint')} onChange={(value) => onChange({ [member]: value })} />
    </Field>
  );
};

/** What a laboratory writes about itself: everything except what the platform vouches for. */
export const OwnTestingUnitFields = (props: Props) => {
  const t = useTexts(texts);
  const { unit, onChange } = props;
  const [about, setAbout] = useState(() => introductionText(unit.inroduce));
  return (
    <div className="form-grid">
      <TextField {...props} member="shortName" />
      <TextField {...props} member="contactPhone" />
      <TextField {...props} member="regTime" />
      <Field label={t('area')} group>
        <AreaSelect value={unit} onChange={onChange} />
      </Field>
      <AddressField {...props} member="regAddress" />
      <AddressField {...props} member="jtsyjcAddress" />
      <Field label={t('reportCount')}>
        <CountInput
          fill
          min={0}
          max={100}
          value={unit.reportCount}
          blankValue={0}
          onCount={(reportCount) => onChange({ reportCount: reportCount ?? 0 })}
        />
      </Field>
      <Field label={t('inroduce')} className="span-all" error={props.problemAt('inroduce')}>
        <TextArea
          fill
          rows={4}
          value={about}
          onChange={(event) => {
            setAbout(event.target.value);
            onChange({ inroduce: introductionHtml(event.target.value) });
          }}
        />
      </Field>
    </div>
  );
};

export const DeliveryAddresses = ({ unit, onChange, problemAt }: Props) => (
  <AddressList
    addresses={unit.addresses}
    onChange={(addresses) => onChange({ addresses })}
    problemAt={(index) => problemAt(`addresses.${index}`)}
  />
);

/** Brand, web origins and the laboratory's own system; only the administrator edits these. */
export const PlatformTestingUnitFields = (props: Props) => {
  const t = useTexts(texts);
  return (
    <>
      <div className="form-grid">
        <div className="form-subtitle">{t('brand')}</div>
        <TextField {...props} member="systemName" />
        <TextField {...props} member="filingNumber" />
        <Origins {...props} member="origins" />
        <Origins {...props} member="serviceOrigins" />
      </div>
      <div className="form-grid">
        <div className="form-subtitle">
          {t('system')}
          <Tag minimal intent={isIntegrated(props.unit) ? 'success' : 'none'}>
            {t(isIntegrated(props.unit) ? 'withSystem' : 'noSystem')}
          </Tag>
        </div>
        <Field label={t('lmisType')} hint={t('systemHint')}>
          <HTMLSelect
            value={props.unit.lmisType}
            options={[
              { value: 0, label: t('noSystem') },
              { value: 1, label: 'LIMS' },
              { value: 2, label: t('other') },
            ]}
            onChange={(event) => props.onChange({ lmisType: Number(event.currentTarget.value) })}
          />
        </Field>
        <TextField {...props} member="lmisurl" />
        <TextField {...props} member="lmisIntegratedCode" />
        <TextField {...props} member="iLISReportProgressQueryURL" wide />
        <Origins {...props} member="embedOrigins" />
      </div>
    </>
  );
};

export const Identity = (props: Props & { isNew: boolean }) => (
  <div className="form-grid">
    <TextField {...props} member="unitNo" required readOnly={!props.isNew} />
    <TextField {...props} member="testUnitName" required wide />
  </div>
);

const Origins = ({
  member,
  unit,
  onChange,
  problemAt,
}: Props & { member: 'origins' | 'embedOrigins' | 'serviceOrigins' }) => {
  const t = useTexts(texts);
  const [originsText, setOriginsText] = useState(() => (unit[member] ?? []).join('\n'));
  const change = (text: string) => {
    setOriginsText(text);
    onChange({ [member]: text.split(/\s+/).filter(Boolean) });
  };
  return (
    <Field label={t(member)} className="span-all" hint={t(`${member}Hint`)} error={problemAt(member)}>
      <TextArea fill rows={2} value={originsText} onChange={(event) => change(event.target.value)} />
    </Field>
  );
};

type UnitQualification = TestUnit['tuQualification'][number];

/**
 * The qualifications of a laboratory in its own order, which all lists use, and those of the catalogue to choose from
 * (002 UN-009).
 */
export const Qualifications = ({ unit, onChange }: Pick<FieldsProps<TestUnit>, 'unit' | 'onChange'>) => {
  const t = useTexts(texts);
  const availableQualifications = useQuery({ ...queryOptionsOf(getQualificationList), staleTime: Infinity }).data ?? [];
  const unitQualifications = unit.tuQualification;
  // A qualification that was switched off since can be removed as well.
  const choices = [
    ...availableQualifications,
    ...unitQualifications
      .filter(({ sysQualificationId }) => !availableQualifications.some(({ id }) => sameId(id, sysQualificationId)))
      .map(({ sysQualificationId, name, orderIndex }) => ({ id: sysQualificationId, name, orderIndex })),
  ];
  const replaceAll = (next: readonly UnitQualification[]) =>
    onChange({ tuQualification: next.map((each, index) => ({ ...each, orderIndex: index + 1 })) });
  const isAssigned = (id: string) =>
    unitQualifications.some(({ sysQualificationId }) => sameId(sysQualificationId, id));
  const toggle = ({ id, name }: (typeof choices)[number]) =>
    replaceAll(
      isAssigned(id)
        ? unitQualifications.filter(({ sysQualificationId }) => !sameId(sysQualificationId, id))
        : [
            ...unitQualifications,
            { id: '', name, sysQualificationId: id, testUnitId: unit.id, orderIndex: 0, createTime: '' },
          ],
    );
  const move = (index: number, by: -1 | 1) => {
    const qualification = unitQualifications[index];
    if (!qualification) return;
    const rest = unitQualifications.filter((_, position) => position !== index);
    replaceAll([...rest.slice(0, index + by), qualification, ...rest.slice(index + by)]);
  };
  return (
    <>
      {unitQualifications.length > 0 && (
        <ol className="held-qualifications" aria-label={t('held')}>
          {unitQualifications.map(({ sysQualificationId, name }, index) => (
            <li key={sysQualificationId}>
              <span className="muted numeric">{index + 1}</span>
              {name}
              <span className="push">
                <Button
                  variant="minimal"
                  size="small"
                  icon={<ArrowUp />}
                  aria-label={t('moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  variant="minimal"
                  size="small"
                  icon={<ArrowDown />}
                  aria-label={t('moveDown', { name })}
                  disabled={index === unitQualifications.length - 1}
                  onClick={() => move(index, 1)}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="unit-qualifications">
        {choices.map((each) => (
          <Checkbox
            key={each.id}
            className="check"
            label={each.name}
            checked={isAssigned(each.id)}
            onChange={() => toggle(each)}
          />
        ))}
      </div>
    </>
  );
};
