import type { AccessoryTypeView } from '#contract';
import { askWith } from '../../components/dialogs.js';
import { useTexts } from '../../i18n/texts.js';
import { ExampleDialog } from './example.dialog.js';
import { texts } from './texts.js';

/** The way to the pictures of how a file of this kind should look; nothing where there are none (AT-010). */
export const ExampleLink = ({ type }: { type: Pick<AccessoryTypeView, 'name' | 'exampleImages'> }) => {
  const t = useTexts(texts);
  if (type.exampleImages.length === 0) return null;
  return <button type="button" className="text-link aux" aria-label={t('exampleOf', { name: type.name })} onClick={() => void askWith<void>((settle) => <ExampleDialog type={type} onClose={() => settle()} />)}>{t('example')}</button>;
};
