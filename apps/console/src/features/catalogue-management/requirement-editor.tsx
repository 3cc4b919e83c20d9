import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** Editing text costs half the console again: it comes when somebody writes. */
const RichTextEditor = lazy(() => import('../../components/rich-text-editor/rich-text-editor.js'));

const PICTURE = /<img\b[^>]*>/gi;
const PLACE = /［图(\d+)］/g;

/** Receiving requirements as they are written: the editor knows no pictures, so each stands there as its place, and goes where that goes. */
export const RequirementEditor = ({ label, value, onChange }: { label: string; value: string; onChange(html: string): void }) => {
  const t = useTexts(texts);
  const [pictures] = useState(() => value.match(PICTURE) ?? []);
  const [first] = useState(() => {
    let count = 0;
    return value.replace(PICTURE, () => `［图${(count += 1)}］`);
  });
  return (
    <>
      <Suspense fallback={<div className="rich-text-editor" role="status" aria-label={t('loadingEditor')} />}>
        <RichTextEditor label={label} value={first} invalid={false} onChange={(html) => onChange(html.replace(PLACE, (place, number: string) => pictures[Number(number) - 1] ?? place))} />
      </Suspense>
      {pictures.length > 0 && <div className="field-hint">{t('picturePlaces', { n: pictures.length })}</div>}
    </>
  );
};
