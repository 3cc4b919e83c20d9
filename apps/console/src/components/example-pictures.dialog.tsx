import { Button } from '@blueprintjs/core';
import { useTexts, defineTexts } from '../i18n/texts.js';
import { apiAddress } from '../lib/http.js';
import en from '../locales/en/example-pictures.json' with { type: 'json' };
import es from '../locales/es/example-pictures.json' with { type: 'json' };
import zh from '../locales/zh/example-pictures.json' with { type: 'json' };
import { AppDialog } from './app-dialog.js';
import { openDialog } from './dialogs.js';
import './example-pictures.css';

const texts = defineTexts('example-pictures', {
  zh,
  en,
  es,
});

type Examples = { title: string; pictures: readonly { name: string; url: string }[] };

/** 填写示例 (001 AT-010): examples of filled-in forms and of files. An image element runs no script of a picture. */
const ExamplePictures = ({ title, pictures, onDone }: Examples & { onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={title}
      width={900}
      canOutsideClickClose
      onClose={onDone}
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      <div className="example-pictures">
        {pictures.map(({ name, url }) => (
          <img key={`${name} ${url.slice(-64)}`} src={apiAddress(url)} alt={name} />
        ))}
      </div>
    </AppDialog>
  );
};

export const openExamplePictures = (examples: Examples): Promise<void> =>
  openDialog<void>((settle) => <ExamplePictures {...examples} onDone={() => settle()} />);
