import { useRef } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The camera at once, or what the phone has already. A picture of any kind is taken: it is made a JPEG here. */
export const ChooseFiles = ({
  extensions,
  onChoose,
}: {
  extensions: readonly string[];
  onChoose(files: readonly File[]): void;
}) => {
  const t = useTexts(texts);
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const chosen = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <div className="buttons even">
      <input
        ref={album}
        className="file-input"
        type="file"
        multiple
        aria-label={t('choose')}
        tabIndex={-1}
        accept={['image/*', ...extensions].join(',')}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={camera}
        className="file-input"
        type="file"
        aria-label={t('camera')}
        tabIndex={-1}
        accept="image/*"
        capture="environment"
        onChange={(event) => chosen(event.currentTarget)}
      />
      <button type="button" onClick={() => album.current?.click()}>
        {t('choose')}
      </button>
      <button type="button" className="primary" onClick={() => camera.current?.click()}>
        {t('camera')}
      </button>
    </div>
  );
};
