import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import type { RichTextEditorProps } from './rich-text-editor.js';
import './rich-text-editor.css';
import { texts } from './texts.js';

/** The editor is half as large as the console, so it is loaded on demand. */
const RichTextEditor = lazyPart(() => import('./rich-text-editor.js'));

/** Default height of the editor (002 FI-015, 000 section 9). */
const HEIGHT = 360;

/** A field of rich text; reserves the place of the editor while it loads. */
export const RichTextField = ({
  height = HEIGHT,
  ...editor
}: Omit<RichTextEditorProps, 'height'> & { height?: number }) => {
  const t = useTexts(texts);
  return (
    <Suspense
      fallback={<div className="rich-text-editor" style={{ height }} role="status" aria-label={t('loadingEditor')} />}
    >
      <RichTextEditor {...editor} height={height} />
    </Suspense>
  );
};
