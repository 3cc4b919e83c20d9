import { Suspense } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import type { RichTextEditorProps } from './rich-text-editor.js';
import './rich-text-editor.css';
import { texts } from './texts.js';

/** Editing text costs half the console again: it comes when somebody writes. */
const RichTextEditor = lazyPart(() => import('./rich-text-editor.js'));

/** The editor's height where nobody says another (002 FI-015, 000 section 9). */
const HEIGHT = 360;

/** A field of rich text: keeps the editor's place while it loads. */
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
