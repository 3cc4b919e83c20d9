import { InputGroup, TextArea } from '@blueprintjs/core';
import type { ConsignUnit } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { Field } from '../field.js';
import { AreaInput, AreaSelect } from './area-select.js';
import type { FieldsProps } from './testing-unit-fields.js';
import { texts } from './unit.texts.js';

type Props = FieldsProps<ConsignUnit>;
type TextMember = 'unitNo' | 'name' | 'uninCode' | 'regPerson' | 'regPhone' | 'regTime';

const TextField = ({
  member,
  required,
  wide,
  unit,
  onChange,
  problemAt,
}: Props & { member: TextMember; required?: boolean; wide?: boolean }) => {
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
        type={member === 'regTime' ? 'date' : 'text'}
        maxLength={200}
        value={member === 'regTime' ? unit[member].slice(0, 10) : unit[member]}
        onValueChange={(value) => onChange({ [member]: value })}
      />
    </Field>
  );
};

/** Identity of a company; written by the administrator. */
export const ConsigningUnitIdentity = (props: Props) => (
  <div className="form-grid">
    <TextField {...props} member="unitNo" required />
    <TextField {...props} member="name" required wide />
    <TextField {...props} member="uninCode" wide />
  </div>
);

/** What a company writes about itself. */
export const OwnConsigningUnitFields = (props: Props) => {
  const t = useTexts(texts);
  const { unit, onChange, problemAt } = props;
  return (
    <div className="form-grid">
      <TextField {...props} member="regPerson" />
      <TextField {...props} member="regPhone" />
      <TextField {...props} member="regTime" />
      <Field label={t('area')} group>
        <AreaSelect value={unit} onChange={onChange} />
      </Field>
      <Field label={t('detailAddress')} className="span-2" error={problemAt('detailAddress')}>
        <AreaInput
          value={unit.detailAddress}
          within={[unit.sheng, unit.shi]}
          onChange={(detailAddress) => onChange({ detailAddress })}
        />
      </Field>
      <Field label={t('description')} className="span-all" error={problemAt('description')}>
        <TextArea
          fill
          rows={3}
          value={unit.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </div>
  );
};
