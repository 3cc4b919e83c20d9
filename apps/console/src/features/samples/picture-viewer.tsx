import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { AppDialog } from '../../components/app-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './selection.texts.js';

export type Picture = { src: string; alt: string };

/** Pictures of the receiving requirements in large, starting with the one that was clicked (SS-017); the arrow keys turn the pages. */
export const PictureViewer = ({
  pictures,
  start,
  onClose,
}: {
  pictures: readonly Picture[];
  start: number;
  onClose(): void;
}) => {
  const t = useTexts(texts);
  const [place, setPlace] = useState(start);
  const picture = pictures[place];
  if (!picture) return null;
  const turn = (by: number) => setPlace((now) => (now + by + pictures.length) % pictures.length);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <AppDialog
      title={picture.alt || t('pictures')}
      width={900}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          <span className="dense secondary numeric" aria-live="polite">
            {t('pictureOf', { n: place + 1, total: pictures.length })}
          </span>
          {pictures.length > 1 && (
            <span className="row tight" role="presentation" onKeyDown={keys}>
              <Button icon={<ChevronLeft />} text={t('previous')} onClick={() => turn(-1)} />
              <Button endIcon={<ChevronRight />} text={t('next')} onClick={() => turn(1)} />
            </span>
          )}
          <Button className="push" text={t('close')} onClick={onClose} />
        </>
      }
    >
      <figure className="picture-viewer">
        <img src={picture.src} alt={picture.alt} />
      </figure>
    </AppDialog>
  );
};
