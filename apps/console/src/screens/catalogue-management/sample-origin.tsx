import { Tag } from '@blueprintjs/core';
import type { CataloguePackView, CatalogueSampleView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

const WORDS = { template: 'ofTemplate', copy: 'ofCopy', own: 'ofOwn' } as const;
type Word = 'withdrawn' | 'ofOwnPack' | (typeof WORDS)[keyof typeof WORDS];

const Origin = ({ word }: { word: Word }) => {
  const t = useTexts(texts);
  return (
    <Tag minimal intent={word === 'withdrawn' ? 'warning' : word === 'ofTemplate' ? 'none' : 'primary'}>
      {t(word)}
    </Tag>
  );
};

/** Origin of a unit's sample, or that the unit does not offer it. */
export const SampleOrigin = ({
  sample: { origin, isDeleted },
}: {
  sample: Pick<CatalogueSampleView, 'origin' | 'isDeleted'>;
}) => <Origin word={isDeleted ? 'withdrawn' : WORDS[origin]} />;

/** The same for a pack. */
export const PackOrigin = ({
  pack: { origin, isDeleted },
}: {
  pack: Pick<CataloguePackView, 'origin' | 'isDeleted'>;
}) => <Origin word={isDeleted ? 'withdrawn' : origin === 'own' ? 'ofOwnPack' : WORDS[origin]} />;
