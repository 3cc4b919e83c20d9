import type { Scope } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The scopes of a key; those that change consignments are amber. */
export const ScopeTags = ({ scopes }: { scopes: readonly Scope[] }) => {
  const t = useTexts(texts);
  return (
    <span className="scopes">
      {scopes.map((scope) => (
        <span key={scope} className="scope" data-writes={isWriting(scope) || undefined} title={t(`scope.${scope}`)}>
          {scope}
        </span>
      ))}
    </span>
  );
};

/** Whether a scope changes consignments or reports. */
export const isWriting = (scope: Scope): boolean => scope.endsWith(':write');
