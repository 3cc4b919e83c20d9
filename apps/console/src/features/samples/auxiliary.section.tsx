import { InputGroup } from '@blueprintjs/core';
import { isShownAsAuxiliary, LIMITS, type SampleFormMode } from '#domain';
import type { SampleProperty } from '#events';
import { Card, Facts, Field } from '../../components/field.js';
import { propertyName, propertyText } from '../../consignment/property-words.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { AuxiliaryField } from './auxiliary-field.js';
import './auxiliary.css';
import { texts } from './auxiliary.texts.js';
import type { SampleFields } from './sample-draft.js';

type Fields = Pick<SampleFields, 'testUnitSampleName' | 'buSamplePropertyInfo'>;
type Props = {
  fields: Fields;
  rawMaterial: boolean;
  mode: SampleFormMode;
  /** The institution determines the parameters: values are not asked for (TID-006). */
  isLeftToLab: boolean;
  /** Saving was tried: a name that is missing says so. */
  judged: boolean;
  onChange(part: Partial<Fields>): void;
};

/**
 * Section "sample auxiliary information" (001 AUX-001 to AUX-008): the name of the sample and its properties, without those that
 * are quantities or part of the specification. A test item is named by its structure, elsewhere.
 */
export const AuxiliarySection = ({ fields, rawMaterial, mode, isLeftToLab, judged, onChange }: Props) => {
  const t = useTexts(texts);
  const { testUnitSampleName: name, buSamplePropertyInfo: properties } = fields;
  const shown = properties.filter(isShownAsAuxiliary).toSorted((left, right) => left.orderNum - right.orderNum);
  const set = (changed: SampleProperty, value: string) =>
    onChange({
      buSamplePropertyInfo: properties.map((property) => (property === changed ? { ...property, value } : property)),
    });
  return (
    <Card title={t(rawMaterial ? 'ofSample' : 'ofItem')}>
      {mode === 'readOnly' ? (
        <Facts
          columns={4}
          items={[
            ...(rawMaterial ? ([[t('sampleName'), name]] as const) : []),
            ...shown.map(
              (property) =>
                [
                  propertyName(property, language()),
                  propertyText(property, { yes: t('yes'), no: t('no'), language: language() }),
                ] as const,
            ),
          ]}
        />
      ) : (
        <div className="form-grid sample-grid">
          {rawMaterial && mode === 'edit' && (
            <Field
              label={t('sampleName')}
              required
              error={judged && name.trim() === '' ? t('enterSampleName') : undefined}
            >
              <InputGroup
                fill
                name="testUnitSampleName"
                maxLength={LIMITS.text}
                value={name}
                onValueChange={(testUnitSampleName) => onChange({ testUnitSampleName })}
              />
            </Field>
          )}
          {shown.map((property, place) => (
            <AuxiliaryField
              key={property.testSamplePropertyId ?? `own-${place}`}
              name={`buSamplePropertyInfo.${properties.indexOf(property)}.value`}
              property={property}
              disabled={isLeftToLab}
              onChange={(value) => set(property, value)}
            />
          ))}
          {shown.length === 0 && !(rawMaterial && mode === 'edit') && <p className="muted dense">{t('none')}</p>}
        </div>
      )}
    </Card>
  );
};
