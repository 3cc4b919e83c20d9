import { Tag } from '@blueprintjs/core';
import type { CataloguePackView, CatalogueSampleView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

const LABELS = { template: 'ofTemplate', copy: 'ofCopy', own: 'ofOwn' } as const;
type Label = 'withdrawn' | 'ofOwnPack' | (typeof LABELS)[keyof typeof LABELS];

const Origin = ({ label }: { label: Label }) => {
  const t = useTexts(texts);
  return (
    <Tag minimal intent={label === 'withdrawn' ? 'warning' : label === 'ofTemplate' ? 'none' : 'primary'}>
      {t(label)}
    </Tag>
  );
};

/** Origin of a unit's sample, or that the unit does not offer it. */
export const SampleOrigin = ({
  sample: { origin, isDeleted },
}: {
  sample: Pick<CatalogueSampleView, 'origin' | 'isDeleted'>;
}) => <Origin label={isDeleted ? 'withdrawn' : LABELS[origin]} />;

/** The same for a pack. */
export const PackOrigin = ({
  pack: { origin, isDeleted },
}: {
  pack: Pick<CataloguePackView, 'origin' | 'isDeleted'>;
}) => <Origin label={isDeleted ? 'withdrawn' : origin === 'own' ? 'ofOwnPack' : LABELS[origin]} />;
