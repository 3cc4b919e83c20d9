import type { AccessoryTypeView } from '#contract';
import { showExamples } from '../../components/example-pictures.dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The way to the pictures of how a file of this kind should look; nothing where there are none (AT-010). */
export const ExampleLink = ({
  type: { name, exampleImages },
}: {
  type: Pick<AccessoryTypeView, 'name' | 'exampleImages'>;
}) => {
  const t = useTexts(texts);
  if (exampleImages.length === 0) return null;
  const show = () =>
    void showExamples({
      title: t('exampleOf', { name }),
      pictures: exampleImages.map((url, place) => ({ name: t('examplePicture', { name, n: place + 1 }), url })),
    });
  return (
    <button type="button" className="text-link aux" aria-label={t('exampleOf', { name })} onClick={show}>
      {t('example')}
    </button>
  );
};
