import { Button, InputGroup } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { type Editor, Node } from '@tiptap/react';
import { useState } from 'react';
import { uploadImg } from '#contract';
import { IMAGE_DIRECTORY, IMAGE_EXTENSIONS, imageIdOf, imageProblem } from '#domain/files';
import { useTexts } from '../../i18n/texts.js';
import { apiAddress } from '../../lib/http.js';
import { discardPicture, removePicture } from '../../lib/remove-picture.js';
import { upload } from '../../lib/upload.js';
import { openActionDialog } from '../action-dialog.js';
import { AppDialog } from '../app-dialog.js';
import { openDialog } from '../dialogs.js';
import { FilePicker, type UploadFile } from '../file-picker.js';
import { toastWarning } from '../toaster.js';
import './rich-text-editor.css';
import { texts } from './texts.js';

/** A picture in our own store; rich text refers to it by `path`. */
export type UploadedPicture = { path: string; alt: string; name: string };

/** Maximum number of pictures per upload; the editor accepts more in the next one. */
const MAX_PICTURES = 20;
const rules = { extensions: IMAGE_EXTENSIONS, problemOf: ({ name, size }: File) => imageProblem({ name, size }) };

const PicturesDialog = ({ onDone }: { onDone(pictures: readonly UploadedPicture[]): void }) => {
  const t = useTexts(texts);
  const [pictures, setPictures] = useState<readonly UploadedPicture[]>([]);
  const [pendingCount, setPendingCount] = useState(0);
  const send: UploadFile = async (file, { onProgress, signal, idempotencyKey }) => {
    const { data: path } = await upload(uploadImg, file, {
      fields: { directory: IMAGE_DIRECTORY },
      onProgress,
      signal,
      idempotencyKey,
    });
    setPictures((current) => [...current, { path, name: file.name, alt: file.name.replace(/\.[^.]*$/, '') }]);
  };
  const confirm = () => {
    if (pendingCount > 0) return toastWarning(t('waitForPictures'));
    if (pictures.length === 0) return toastWarning(t('noPictures'));
    onDone(pictures);
  };
  const confirmRemove = async ({ path, name }: UploadedPicture) => {
    const isConfirmed = await openActionDialog({
      action: t('removePicture'),
      sentence: t('removeSentence', { name }),
      intent: 'danger',
      run: () => removePicture(path),
    });
    if (isConfirmed) setPictures((current) => current.filter((each) => each.path !== path));
  };
  /** Deletes pictures that no text will show. */
  const leave = async () => {
    const giveUp = () => Promise.all(pictures.map(({ path }) => discardPicture(path)));
    if (
      pictures.length + pendingCount === 0 ||
      (await openActionDialog({ action: t('leave'), sentence: t('leaveSentence'), intent: 'danger', run: giveUp }))
    )
      onDone([]);
  };
  return (
    <AppDialog
      title={t('uploadPictures')}
      width={550}
      hasUnsavedInput={pictures.length + pendingCount > 0}
      onClose={() => void leave()}
      onConfirm={confirm}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={() => void leave()} />
          <Button intent="primary" text={t('insertPictures')} onClick={confirm} />
        </>
      }
    >
      <div className="stack">
        <FilePicker
          label={t('picture')}
          limit={MAX_PICTURES}
          existingCount={pictures.length}
          rules={{ ...rules, text: t('pictureRules') }}
          onUnsent={setPendingCount}
          send={send}
        />
        {pictures.length > 0 && (
          <ul className="picture-list" aria-label={t('pictureList')}>
            {pictures.map((picture) => (
              <li key={picture.path} className="row wide">
                <img src={apiAddress(picture.path)} alt={picture.alt} />
                <InputGroup
                  className="grow"
                  size="small"
                  maxLength={200}
                  value={picture.alt}
                  title={t('altHint')}
                  aria-label={t('alt', { name: picture.name })}
                  onValueChange={(alt) =>
                    setPictures((current) =>
                      current.map((each) => (each.path === picture.path ? { ...each, alt } : each)),
                    )
                  }
                />
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Trash />}
                  aria-label={t('remove', { name: picture.name })}
                  onClick={() => void confirmRemove(picture)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </AppDialog>
  );
};

/** Uploads pictures and returns those to insert; none if the user cancelled (002 FI-016, FI-017). */
export const openPicturesDialog = (): Promise<readonly UploadedPicture[]> =>
  openDialog<readonly UploadedPicture[]>((settle) => <PicturesDialog onDone={settle} />);

/**
 * A picture between two paragraphs: one of our own store, or one that was embedded in the text before, whose address is
 * in `embeddedPictures`. Pictures pasted from elsewhere are left out, as in the service. An uploaded one is stored by
 * its path only and loaded from the api.
 */
export const PictureNode = Node.create<{ embeddedPictures: readonly string[] }>({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ embeddedPictures: [] }),
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML() {
    const { embeddedPictures } = this.options;
    const mayShow = (src: string) => imageIdOf(src) !== null || embeddedPictures.includes(src);
    return [{ tag: 'img[src]', getAttrs: (image) => (mayShow(image.getAttribute('src') ?? '') ? null : false) }];
  },
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img');
      dom.src = apiAddress(String(node.attrs['src']));
      dom.alt = String(node.attrs['alt']);
      return { dom };
    },
});

/** The neighbour with which the selected picture would change places; null at the end of the text. */
const neighbourOf = (editor: Editor, step: -1 | 1) => {
  const { $from } = editor.state.selection;
  return $from.parent.maybeChild($from.index() + step);
};

/** Whether the selected picture can move up (-1) or down (1). */
export const canMovePicture = (editor: Editor, step: -1 | 1): boolean =>
  editor.isActive('picture') && neighbourOf(editor, step) !== null;

/**
 * The selected picture changes places with what is above or below it, and stays selected; the pressed tool keeps the
 * focus for the next step.
 */
export const movePicture = (editor: Editor, step: -1 | 1): void => {
  const { from, to, $from } = editor.state.selection;
  const picture = $from.nodeAfter;
  const neighbour = neighbourOf(editor, step);
  if (!picture || !neighbour) return;
  const position = from + step * neighbour.nodeSize;
  editor
    .chain()
    .command(({ tr }) => Boolean(tr.delete(from, to).insert(position, picture)))
    .setNodeSelection(position)
    .run();
};
