import { useState } from 'react';
import { picturesOf } from '../../components/rich-text.js';
import { RichTextField } from '../../components/rich-text-editor/rich-text-field.js';

/** A paragraph that holds pictures alone: the editor has pictures between paragraphs and would leave an empty one beside them. */
const PICTURES_ALONE = /<p[^>]*>\s*((?:<img\b[^>]*>\s*)+)<\/p>/gi;

/** Receiving requirements as they are written, with their pictures: those that lie in the text stay, others are uploaded. */
export const RequirementEditor = ({
  label,
  value,
  invalid = false,
  onChange,
}: {
  label: string;
  value: string;
  invalid?: boolean;
  onChange(html: string): void;
}) => {
  const [{ first, kept }] = useState(() => ({
    first: value.replace(PICTURES_ALONE, '$1'),
    kept: picturesOf(value).map(({ src }) => src),
  }));
  return <RichTextField label={label} value={first} kept={kept} invalid={invalid} onChange={onChange} />;
};
