import { HTMLSelect } from '@blueprintjs/core';
import type { ConsignType } from '#events';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { useTexts } from '../../i18n/texts.js';
import { KINDS } from './list-filters.js';
import { texts } from './texts.js';

/** What a kind is called in the texts of a consignment. */
export const kindKey = (kind: ConsignType): 'raw' | 'site' | 'handover' => {
  switch (kind) {
    case 1:
      return 'raw';
    case 2:
      return 'site';
    case 3:
      return 'handover';
  }
};

/** One of the three kinds, or all, where a list holds them all. */
export const KindChoice = ({
  chosen,
  onChoose,
}: {
  chosen: ConsignType | null;
  onChoose(kind: ConsignType | null): void;
}) => {
  const t = useTexts(texts);
  const kinds = useTexts(consignmentTexts);
  return (
    <div className="filter-kind">
      <HTMLSelect
        fill
        aria-label={t('kind')}
        value={chosen ?? ''}
        onChange={(event) => onChoose(KINDS.find((kind) => String(kind) === event.currentTarget.value) ?? null)}
        options={[
          { value: '', label: t('anyKind') },
          ...KINDS.map((kind) => ({ value: kind, label: kinds(kindKey(kind)) })),
        ]}
      />
    </div>
  );
};
