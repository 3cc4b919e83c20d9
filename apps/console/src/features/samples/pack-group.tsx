import { Checkbox } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import type { OfferedParameter } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { type SampleHost, usePackList } from './offer.js';
import { texts } from './packs.texts.js';
import type { Selection } from './selection.js';
import type { StandardNames } from './standard-links.js';
import { texts as sampleTexts } from './texts.js';
import { usePacks } from './use-packs.js';

type Props = {
  host: SampleHost;
  sampleId: string;
  selection: Selection;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  onSelection(change: (now: Selection) => Selection): void;
};

/** 快速选择 in the form: a box for each pack of the sample, at most one ticked (PK-005, PK-007, SF-022). */
export const PackGroup = ({ host, sampleId, selection, parameters, names, onSelection }: Props) => {
  const t = useTexts(texts);
  const say = useTexts(sampleTexts);
  const packs = usePackList(sampleId || null, host);
  const { choose, drop } = usePacks({ testUnitId: host.testUnitId, parameters, names, place: 'form', onSelection });
  const offered = packs.data ?? [];
  const active = offered.find(({ id }) => id === selection.pack?.packId);
  if (sampleId && offered.length === 0 && !packs.isError) return null;
  return (
    <div className="pack-group" role="group" aria-label={t('quickSelect')}>
      <span className="dense secondary">{t('quickSelect')}</span>
      {!sampleId ? (
        <span className="dense muted">{t('chooseSample')}</span>
      ) : packs.isError ? (
        <span className="aux danger-text" role="status">
          {t('listFailed')}
        </span>
      ) : (
        offered.map(({ id, name }) => (
          <Checkbox
            key={id}
            className="check"
            label={name}
            checked={id === selection.pack?.packId}
            disabled={parameters.length === 0}
            onChange={(event) => (event.currentTarget.checked ? choose(id) : drop())}
          />
        ))
      )}
      {active && (
        <span className="note info pack-note">
          <InfoSign size={14} />
          {say('packNote', { name: active.name })}
        </span>
      )}
    </div>
  );
};
