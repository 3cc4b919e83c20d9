import { Button } from '@blueprintjs/core';
import type { AccessoryTypeView } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import './attachments.css';
import { texts } from './texts.js';

/** 填写示例 (DG-011): how a file of this kind should look. An image element runs no script of a picture. */
export const ExampleDialog = ({ type: { name, exampleImages }, onClose }: { type: Pick<AccessoryTypeView, 'name' | 'exampleImages'>; onClose(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog title={t('exampleOf', { name })} width={900} canOutsideClickClose onClose={onClose} footer={<Button className="push" text={t('close')} onClick={onClose} />}>
      <div className="accessory-examples">{exampleImages.map((image, place) => <img key={image} src={image} alt={t('examplePicture', { name, n: place + 1 })} />)}</div>
    </AppDialog>
  );
};
