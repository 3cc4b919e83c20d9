import { useId } from 'react';
import type { AccessoryTypeView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import './attachments.css';
import { ExampleLink } from './example-link.js';
import { texts } from './texts.js';

/** What the next files are; a kind with example pictures shows them, a required one is marked. Nothing where no kinds are known. */
export const AccessoryTypes = ({
  types,
  chosen,
  onChoose,
}: {
  types: readonly AccessoryTypeView[];
  chosen: string;
  onChoose(id: string): void;
}) => {
  const t = useTexts(texts);
  const group = useId();
  const offered = types.filter(({ enable }) => enable);
  if (offered.length === 0) return null;
  const option = (id: string, name: string, isRequire = false) => (
    <label>
      <input type="radio" name={group} checked={chosen === id} onChange={() => onChoose(id)} />
      {name}
      {isRequire && (
        <span className="required" title={t('required')} aria-label={t('required')}>
          *
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="accessory-types">
      <legend>{t('kind')}</legend>
      <span className="accessory-type">{option('', t('anyKind'))}</span>
      {offered.map((type) => (
        <span key={type.id} className="accessory-type">
          {option(type.id, type.name, type.isRequire)}
          <ExampleLink type={type} />
        </span>
      ))}
    </fieldset>
  );
};
