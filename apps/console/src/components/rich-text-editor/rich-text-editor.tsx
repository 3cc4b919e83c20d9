import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useMemo } from 'react';
import { isWebAddress } from '../rich-text.js';
import { EditorTools } from './editor-tools.js';
import { PictureNode } from './pictures.dialog.js';
import '../formatted-text.css';
import './rich-text-editor.css';

/** Exactly the elements that the service stores: an element unknown to the editor would be lost at the next save. */
const starterKit = StarterKit.configure({
  code: false,
  codeBlock: false,
  trailingNode: false,
  heading: { levels: [1, 2, 3, 4] },
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: isWebAddress,
    HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
  },
});
const NONE: readonly string[] = [];

export type RichTextEditorProps = {
  /** Name of the editor. */
  label: string;
  /** Initial content; later changes belong to the editor. */
  value: string;
  invalid: boolean;
  /** Including its tools, in pixels. */
  height: number;
  /**
   * Addresses of pictures that are embedded in the text and may stay there; the same array as long as the text is the
   * same.
   */
  embeddedPictures?: readonly string[];
  onChange(html: string): void;
};

/** Editor of rich text. Rendered by RichTextField, which loads it. */
const RichTextEditor = ({ label, value, invalid, height, embeddedPictures = NONE, onChange }: RichTextEditorProps) => {
  const editorProps = useMemo(
    () => ({
      attributes: {
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': 'true',
        'aria-label': label,
        'aria-invalid': String(invalid),
      },
      // Ctrl Enter saves the dialog and is not a line break here.
      handleKeyDown: (_view: unknown, event: KeyboardEvent) =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey),
    }),
    [label, invalid],
  );
  const extensions = useMemo(() => [starterKit, PictureNode.configure({ embeddedPictures })], [embeddedPictures]);
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    onUpdate: (change) => onChange(change.editor.getHTML()),
  });
  return (
    <div className={`rich-text-editor${invalid ? ' invalid' : ''}`} style={{ height }}>
      <EditorTools editor={editor} />
      <EditorContent editor={editor} className="formatted-text editor-area" />
    </div>
  );
};

export default RichTextEditor;
