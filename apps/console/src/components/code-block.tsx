import { Duplicate } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts.js';
import './code-block.css';
import { copyToClipboard } from './clipboard.js';
import { texts } from './texts.js';

/** The notation of a text, for its colours. */
export type CodeLanguage = 'json' | 'headers' | 'source' | 'plain';

type Token = 'key' | 'string' | 'value' | 'word' | 'comment';

const KEYWORDS = [
  'import|from|export|const|let|var|new|await|async|return|throw|raise',
  'if|else|for|foreach|of|in|while|def|with|as|not|using|curl',
].join('|');

/** The coloured parts of each notation, in the order in which they are matched. */
const TOKENS: Record<Exclude<CodeLanguage, 'plain'>, readonly [Token, string][]> = {
  json: [
    ['key', String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`],
    ['string', String.raw`"(?:[^"\\]|\\.)*"`],
    ['value', String.raw`\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b`],
  ],
  headers: [['key', String.raw`^[\w-]+(?=: )`]],
  source: [
    ['comment', String.raw`(?<![:\w"'])//.*$|(?<![\w$&"'])#(?!!).*$`],
    ['string', String.raw`'[^'\n]*'|"(?:[^"\\\n]|\\.)*"|` + '`[^`\\n]*`'],
    ['word', String.raw`(?<![-\w])(?:${KEYWORDS})(?![-\w])`],
  ],
};

const highlight = (text: string, notation: CodeLanguage): ReactNode => {
  if (notation === 'plain') return text;
  const tokens = TOKENS[notation];
  const pattern = new RegExp(tokens.map(([name, source]) => `(?<${name}>${source})`).join('|'), 'gm');
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    const token = tokens.find(([name]) => match.groups?.[name] !== undefined)?.[0];
    nodes.push(
      <span key={match.index} className={`code-${token}`}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
};

/** Copies a text to the clipboard and says so. */
export const CopyButton = ({ text, label, iconOnly }: { text: string; label?: string; iconOnly?: boolean }) => {
  const t = useTexts(texts);
  const copy = () => copyToClipboard(text, t('copied'));
  return (
    <button
      type="button"
      className="code-action"
      aria-label={label ?? (iconOnly ? t('copy') : undefined)}
      onClick={() => void copy()}
    >
      <Duplicate size={12} />
      {!iconOnly && t('copy')}
    </button>
  );
};

/** A text to read and to copy. `actions` are buttons beside the copy button. */
export const CodeBlock = ({
  text,
  notation = 'plain',
  head,
  label,
  actions,
  wraps = false,
}: {
  text: string;
  notation?: CodeLanguage;
  head: ReactNode;
  /** Name of the scrolling area, if the head is more than a word. */
  label: string;
  actions?: ReactNode;
  wraps?: boolean;
}) => (
  <div className="code-block">
    <div className="code-head">
      <span className="code-title">{head}</span>
      {actions}
      <CopyButton text={text} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <pre tabIndex={0} role="group" aria-label={label} data-wraps={wraps || undefined}>
      {highlight(text, notation)}
    </pre>
  </div>
);
