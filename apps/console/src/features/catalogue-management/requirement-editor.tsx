import { useState } from 'react';
import { RichTextField } from '../../components/rich-text-editor/rich-text-field.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

const PICTURE = /<img\b[^>]*>/gi;
const PLACE = /［图(\d+)］/g;

/** Receiving requirements as they are written: its pictures are part of the catalogue's text, so each stands there as its place, and goes where that goes. */
export const RequirementEditor = ({ label, value, onChange }: { label: string; value: string; onChange(html: string): void }) => {
  const t = useTexts(texts);
  const [pictures] = useState(() => value.match(PICTURE) ?? []);
  const [first] = useState(() => {
    let count = 0;
    return value.replace(PICTURE, () => `［图${(count += 1)}］`);
  });
  return (
    <>
      <RichTextField label={label} value={first} invalid={false} pictures={false} onChange={(html) => onChange(html.replace(PLACE, (place, number: string) => pictures[Number(number) - 1] ?? place))} />
      {pictures.length > 0 && <div className="field-hint">{t('picturePlaces', { n: pictures.length })}</div>}
    </>
  );
};
