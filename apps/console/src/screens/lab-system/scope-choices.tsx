import { Checkbox } from '@blueprintjs/core';
import type { Scope } from '#events';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { isWriting } from './scope-tags.js';
import { texts } from './texts.js';

/** The scopes of a key, each with the calls that it allows. */
export const ScopeChoices = ({
  availableScopes,
  selectedScopes,
  error,
  onChange,
}: {
  availableScopes: readonly Scope[];
  selectedScopes: readonly Scope[];
  error: string | undefined;
  onChange(scopes: Scope[]): void;
}) => {
  const t = useTexts(texts);
  return (
    <Field label={t('scopes')} required group error={error}>
      <div className="scope-choices">
        {availableScopes.map((scope) => (
          <Checkbox
            key={scope}
            className="check"
            checked={selectedScopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(availableScopes.filter((other) => (other === scope ? checked : selectedScopes.includes(other))))
            }
          >
            <span className="scope" data-writes={isWriting(scope) || undefined}>
              {scope}
            </span>
            <span className="secondary">{t(`scope.${scope}`)}</span>
          </Checkbox>
        ))}
      </div>
    </Field>
  );
};
