import { Button, InputGroup } from '@blueprintjs/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isWebAddress } from '../rich-text.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The address under the cursor, to set or take away. */
export const LinkBar = ({ editor, onDone }: { editor: Editor; onDone(): void }) => {
  const t = useTexts(texts);
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [address, setAddress] = useState(before || 'https://');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const apply = () => {
    const href = address.trim();
    if (!isWebAddress(href)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && before === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither closes nor saves the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onDone();
  };
  return (
    <div className="link-bar" role="presentation" onKeyDown={press}>
      <InputGroup
        className="grow"
        size="small"
        inputRef={field}
        intent={wrong ? 'danger' : 'none'}
        aria-label={t('linkAddress')}
        aria-invalid={wrong}
        value={address}
        onValueChange={(value) => {
          setAddress(value);
          setWrong(false);
        }}
      />
      <Button size="small" intent="primary" text={t('applyLink')} onClick={apply} />
      {before !== '' && <Button size="small" text={t('removeLink')} onClick={remove} />}
      {wrong && (
        <span className="aux danger-text" role="alert">
          {t('badLink')}
        </span>
      )}
    </div>
  );
};
