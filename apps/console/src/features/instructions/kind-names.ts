import { kindsOf } from '#domain';
import type { InstructionType } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** Names of what an instruction explains, e.g. 原材料预委托、现场检测预约. */
export const useKindNames = (): ((type: InstructionType) => string) => {
  const t = useTexts(texts);
  return (type) =>
    kindsOf(type)
      .map((kind) => t(`kind.${kind}`))
      .join(t('kindJoin'));
};
