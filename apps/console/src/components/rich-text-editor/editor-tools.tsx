import { Button, InputGroup } from '@blueprintjs/core';
import {
  ArrowDown,
  ArrowUp,
  Bold,
  Citation,
  HeaderThree,
  HeaderTwo,
  Italic,
  Link,
  Media,
  NumberedList,
  Properties,
  Redo,
  Strikethrough,
  Trash,
  Underline,
  Undo,
} from '@blueprintjs/icons';
import { type Editor, useEditorState } from '@tiptap/react';
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { isWebAddress } from '../rich-text.js';
import { openPicturesDialog, canMovePicture, movePicture } from './pictures.dialog.js';
import { texts } from './texts.js';

/** The address at the cursor, to set or remove. */
const LinkBar = ({ editor, onDone }: { editor: Editor; onDone(): void }) => {
  const t = useTexts(texts);
  const [initialAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [address, setAddress] = useState(initialAddress || 'https://');
  const [isInvalid, setIsInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const apply = () => {
    const href = address.trim();
    if (!isWebAddress(href)) return setIsInvalid(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && initialAddress === '')
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
    // Prevents the key from closing or saving the dialog around it.
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
        intent={isInvalid ? 'danger' : 'none'}
        aria-label={t('linkAddress')}
        aria-invalid={isInvalid}
        value={address}
        onValueChange={(value) => {
          setAddress(value);
          setIsInvalid(false);
        }}
      />
      <Button size="small" intent="primary" text={t('applyLink')} onClick={apply} />
      {initialAddress !== '' && <Button size="small" text={t('removeLink')} onClick={remove} />}
      {isInvalid && (
        <span className="aux danger-text" role="alert">
          {t('badLink')}
        </span>
      )}
    </div>
  );
};

type Tool = {
  name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'heading2'
    | 'heading3'
    | 'bulletList'
    | 'orderedList'
    | 'quote'
    | 'link'
    | 'picture'
    | 'pictureUp'
    | 'pictureDown'
    | 'takePictureOut'
    | 'undo'
    | 'redo';
  icon: ReactElement;
  keys?: string;
  /** Null: not a toggle. */ isActive: boolean | null;
  isPossible?: boolean;
  run(): void;
};

/** Arrow keys move between the tools, Tab leaves the toolbar (ARIA toolbar). */
const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const next = tools[(tools.findIndex((tool) => tool === document.activeElement) + step + tools.length) % tools.length];
  event.preventDefault();
  next?.focus();
};

/** The toolbar above the text. */
export const EditorTools = ({ editor }: { editor: Editor }) => {
  const t = useTexts(texts);
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      heading2: current.isActive('heading', { level: 2 }),
      heading3: current.isActive('heading', { level: 3 }),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
      link: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
      picture: current.isActive('picture'),
      canGoUp: canMovePicture(current, -1),
      canGoDown: canMovePicture(current, 1),
    }),
  });
  const chain = () => editor.chain().focus();
  const addPictures = async () => {
    const pictures = await openPicturesDialog();
    // Moves the cursor below the picture, because typing on a selected picture would replace it.
    if (pictures.length > 0)
      chain()
        .insertContent([
          ...pictures.map(({ path, alt }) => ({ type: 'picture', attrs: { src: path, alt } })),
          { type: 'paragraph' },
        ])
        .run();
  };
  const groups: Tool[][] = [
    [
      {
        name: 'heading2',
        icon: <HeaderTwo />,
        isActive: state.heading2,
        run: () => chain().toggleHeading({ level: 2 }).run(),
      },
      {
        name: 'heading3',
        icon: <HeaderThree />,
        isActive: state.heading3,
        run: () => chain().toggleHeading({ level: 3 }).run(),
      },
    ],
    [
      { name: 'bold', icon: <Bold />, keys: 'Ctrl B', isActive: state.bold, run: () => chain().toggleBold().run() },
      {
        name: 'italic',
        icon: <Italic />,
        keys: 'Ctrl I',
        isActive: state.italic,
        run: () => chain().toggleItalic().run(),
      },
      {
        name: 'underline',
        icon: <Underline />,
        keys: 'Ctrl U',
        isActive: state.underline,
        run: () => chain().toggleUnderline().run(),
      },
      { name: 'strike', icon: <Strikethrough />, isActive: state.strike, run: () => chain().toggleStrike().run() },
    ],
    [
      {
        name: 'bulletList',
        icon: <Properties />,
        isActive: state.bulletList,
        run: () => chain().toggleBulletList().run(),
      },
      {
        name: 'orderedList',
        icon: <NumberedList />,
        isActive: state.orderedList,
        run: () => chain().toggleOrderedList().run(),
      },
      { name: 'quote', icon: <Citation />, isActive: state.quote, run: () => chain().toggleBlockquote().run() },
      { name: 'link', icon: <Link />, isActive: state.link, run: () => setLinking(!linking) },
      { name: 'picture', icon: <Media />, isActive: null, run: () => void addPictures() },
    ],
    ...(state.picture
      ? [
          [
            {
              name: 'pictureUp' as const,
              icon: <ArrowUp />,
              isActive: null,
              isPossible: state.canGoUp,
              run: () => movePicture(editor, -1),
            },
            {
              name: 'pictureDown' as const,
              icon: <ArrowDown />,
              isActive: null,
              isPossible: state.canGoDown,
              run: () => movePicture(editor, 1),
            },
            {
              name: 'takePictureOut' as const,
              icon: <Trash />,
              isActive: null,
              run: () => chain().deleteSelection().run(),
            },
          ],
        ]
      : []),
    [
      {
        name: 'undo',
        icon: <Undo />,
        keys: 'Ctrl Z',
        isActive: null,
        isPossible: state.canUndo,
        run: () => chain().undo().run(),
      },
      {
        name: 'redo',
        icon: <Redo />,
        keys: 'Ctrl Shift Z',
        isActive: null,
        isPossible: state.canRedo,
        run: () => chain().redo().run(),
      },
    ],
  ];
  return (
    <>
      <div className="editor-tools" role="toolbar" aria-label={t('editorTools')} tabIndex={-1} onKeyDown={moveFocus}>
        {groups.map((tools, group) => (
          <Fragment key={tools[0]?.name}>
            {group > 0 && <i aria-hidden />}
            {tools.map(({ name, icon, keys, isActive, isPossible = true, run }, index) => (
              <Button
                key={name}
                variant="minimal"
                size="small"
                icon={icon}
                tabIndex={group + index === 0 ? 0 : -1}
                aria-label={t(name)}
                title={keys ? `${t(name)} ${keys}` : t(name)}
                active={isActive === true}
                aria-pressed={isActive ?? undefined}
                disabled={!isPossible}
                onClick={run}
              />
            ))}
          </Fragment>
        ))}
      </div>
      {linking && <LinkBar editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
};
