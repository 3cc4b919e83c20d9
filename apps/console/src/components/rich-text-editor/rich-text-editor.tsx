import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useMemo } from 'react';
import { isWebAddress } from '../rich-text.js';
import { EditorTools } from './editor-tools.js';
import { PictureNode } from './pictures.dialog.js';
import '../formatted-text.css';
import './rich-text-editor.css';

/** What the service stores, and nothing else: an element the editor did not know would be lost at the next save. */
const written = StarterKit.configure({
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
  /** Its name. */
  label: string;
  /** What it opens with; later changes are the editor's own. */
  value: string;
  invalid: boolean;
  /** With its tools, in pixels. */
  height: number;
  /**
   * Addresses of pictures that lie in the text itself and may stay there; the same list as long as it is the same text.
   */
  keptPictures?: readonly string[];
  onChange(html: string): void;
};

/** Writes rich text. Shown by RichTextField, which loads it. */
const RichTextEditor = ({ label, value, invalid, height, keptPictures = NONE, onChange }: RichTextEditorProps) => {
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
      // Ctrl Enter saves the dialog; it is no line break here.
      handleKeyDown: (_view: unknown, event: KeyboardEvent) =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey),
    }),
    [label, invalid],
  );
  const extensions = useMemo(() => [written, PictureNode.configure({ keptPictures })], [keptPictures]);
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
