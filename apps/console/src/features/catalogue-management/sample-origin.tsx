import { Tag } from '@blueprintjs/core';
import type { KeptSample } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

const WORDS = { template: 'ofTemplate', copy: 'ofCopy', own: 'ofOwn' } as const;

/** Where a unit's sample comes from, or that the unit does not offer it. */
export const SampleOrigin = ({ sample: { origin, isDeleted } }: { sample: Pick<KeptSample, 'origin' | 'isDeleted'> }) => {
  const t = useTexts(texts);
  return isDeleted ? <Tag minimal intent="warning">{t('withdrawn')}</Tag> : <Tag minimal intent={origin === 'template' ? 'none' : 'primary'}>{t(WORDS[origin])}</Tag>;
};
