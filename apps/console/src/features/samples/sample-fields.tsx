import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Properties } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getDictionary, getSampleProcessMethods } from '#contract';
import { LIMITS, originOf, type OriginProperty, ORIGIN_PROPERTIES, withOrigin } from '#domain';
import { CountInput } from '../../components/count-input.js';
import { Facts, Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { AMOUNT_UNITS, type SampleFields, type sampleProblems } from './sample-draft.js';
import { texts } from './texts.js';

/** Dictionaries of the pre-consignment service (SAPI-011, SAPI-012). */
const UNITS = 'sampleAmountUnit';
const AFTER_TEST = 'sample_process_method';

type Props = { fields: SampleFields; rawMaterial: boolean; readOnly: boolean; isLeftToLab: boolean; errors: ReturnType<typeof sampleProblems>; onChange(part: Partial<SampleFields>): void; onSpecification(): void };

const withCurrent = (options: readonly string[], current: string): string[] => (current && !options.includes(current) ? [current, ...options] : [...options]);

/** Section "sample information" of the sample form (001 §2, SF-013 to SF-021). */
export const SampleFieldsForm = ({ fields, rawMaterial, readOnly, isLeftToLab, errors, onChange, onSpecification }: Props) => {
  const t = useTexts(texts);
  const units = useQuery({ ...readOf(getDictionary, { typeCode: UNITS }), meta: { quiet: true }, staleTime: Infinity });
  const handlings = useQuery({ ...readOf(getSampleProcessMethods, { code: AFTER_TEST }), meta: { quiet: true }, staleTime: Infinity });
  const known = units.data && units.data.length > 0 ? units.data.map(({ typename }) => typename) : AMOUNT_UNITS;
  const text = (name: 'testPart' | 'projectOrPurpose' | 'projectUnit' | 'testSampleDescription' | 'memo' | 'extractAddress', most: number) => ({ fill: true, name, maxLength: most, value: fields[name], onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }) });
  const errorOf = (name: keyof SampleFields) => { const found = errors.find(({ field }) => field === name); return found && t(found.key); };
  const count = (name: 'testGroupCount' | 'testPointCount', label: 'groupCount' | 'pointCount') => (
    <Field label={t(label)} required error={errorOf(name)}>
      {/* Left blank it becomes 1 again (SF-013). */}
      <CountInput fill name={name} min={1} max={999} value={Number.isNaN(fields[name]) ? null : fields[name]} onCount={(value) => onChange({ [name]: Math.min(999, value ?? Number.NaN) })} onBlur={() => { if (!(fields[name] >= 1)) onChange({ [name]: 1 }); }} />
    </Field>
  );
  const amount = (name: 'sampleNum' | 'delegatesNum', unit: 'sampleNumUnit' | 'delegatesNumUnit', label: 'sampleNumber' | 'representedNumber') => (
    <Field label={t(label)} group error={errorOf(name)}>
      <div className="amount">
        <InputGroup fill name={name} inputMode="decimal" aria-label={t(label)} value={fields[name]} onChange={(event) => onChange({ [name]: event.currentTarget.value })} />
        <HTMLSelect aria-label={`${t(label)} ${t('unit')}`} value={fields[unit]} options={[{ value: '', label: '—' }, ...withCurrent(known, fields[unit]).map((one) => ({ value: one, label: one }))]} onChange={(event) => onChange({ [unit]: event.currentTarget.value })} />
      </div>
    </Field>
  );

  const origin = originOf(fields.buSamplePropertyInfo);
  /** Only where the sample's catalogue asks for it; what is left to the institution holds none. */
  const originField = (name: OriginProperty) => fields.buSamplePropertyInfo.some(({ testSamplePropertySystemName }) => testSamplePropertySystemName === ORIGIN_PROPERTIES[name]) && (
    <Field label={t(name)}><InputGroup fill name={name} maxLength={LIMITS.text} disabled={isLeftToLab} placeholder={isLeftToLab ? t('leftToLabText') : undefined} value={origin[name]} onChange={(event) => onChange({ buSamplePropertyInfo: withOrigin(fields.buSamplePropertyInfo, { [name]: event.currentTarget.value }) })} /></Field>
  );

  if (readOnly) {
    return (
      <Facts columns={4} items={[
        ...(rawMaterial ? [[t('specification'), fields.specificationType, 2]] as const : [[t('structure'), fields.projectUnit, 2]] as const),
        [t('groupCount'), <span key="groups" className="numeric">{fields.testGroupCount}</span>], [t('pointCount'), <span key="points" className="numeric">{fields.testPointCount}</span>],
        [t(rawMaterial ? 'testPart' : 'pile'), fields.testPart], ...(rawMaterial || fields.projectOrPurpose ? [[t('purpose'), fields.projectOrPurpose]] as const : []),
        ...(rawMaterial ? [[t('sampleNumber'), `${fields.sampleNum} ${fields.sampleNumUnit}`.trim()], [t('representedNumber'), `${fields.delegatesNum} ${fields.delegatesNumUnit}`.trim()]] as const : []),
        ...(rawMaterial ? [[t('produceInfo'), origin.produceInfo], [t('piHao'), origin.piHao], [t('extractAddress'), fields.extractAddress, 2]] as const : []),
        [t('afterTest'), fields.afterTestOperate, 2], [t(rawMaterial ? 'sampleDescription' : 'itemDescription'), fields.testSampleDescription, 2], [t('memo'), fields.memo, 2],
      ]} />
    );
  }
  return (
    <div className="form-grid sample-grid">
      {rawMaterial
        ? <Field label={t('specification')} className="span-2">
            <InputGroup fill readOnly disabled={isLeftToLab} value={fields.specificationType} placeholder={isLeftToLab ? t('leftToLabText') : t('setSpecification')} className="picker-input" onClick={isLeftToLab ? undefined : onSpecification} onKeyDown={(event) => { if (!isLeftToLab && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); onSpecification(); } }} rightElement={<Button variant="minimal" size="small" icon={<Properties />} text={t('setSpecification')} disabled={isLeftToLab} onClick={onSpecification} />} />
          </Field>
        : <Field label={t('structure')} className="span-2"><InputGroup {...text('projectUnit', LIMITS.text)} placeholder={t('structureExample')} /></Field>}
      {count('testGroupCount', 'groupCount')}
      {count('testPointCount', 'pointCount')}
      <Field label={t(rawMaterial ? 'testPart' : 'pile')} className={rawMaterial ? '' : 'span-2'}><InputGroup {...text('testPart', LIMITS.longText)} {...(rawMaterial ? {} : { placeholder: t('pileExample') })} /></Field>
      {rawMaterial && <Field label={t('purpose')}><InputGroup {...text('projectOrPurpose', LIMITS.text)} /></Field>}
      {rawMaterial && amount('sampleNum', 'sampleNumUnit', 'sampleNumber')}
      {rawMaterial && amount('delegatesNum', 'delegatesNumUnit', 'representedNumber')}
      <Field label={t('afterTest')} className={rawMaterial ? '' : 'span-2'} required error={errorOf('afterTestOperate')}>
        <HTMLSelect name="afterTestOperate" value={fields.afterTestOperate} options={[{ value: '', label: t('choose') }, ...withCurrent((handlings.data ?? []).map(({ typename }) => typename), fields.afterTestOperate).map((one) => ({ value: one, label: one }))]} onChange={(event) => onChange({ afterTestOperate: event.currentTarget.value })} />
      </Field>
      {rawMaterial && originField('produceInfo')}
      {rawMaterial && originField('piHao')}
      {rawMaterial && <Field label={t('extractAddress')}><InputGroup {...text('extractAddress', LIMITS.text)} /></Field>}
      <Field label={t(rawMaterial ? 'sampleDescription' : 'itemDescription')} className="span-2"><InputGroup {...text('testSampleDescription', LIMITS.longText)} /></Field>
      <Field label={t('memo')} className="span-2"><InputGroup {...text('memo', LIMITS.longText)} /></Field>
    </div>
  );
};
