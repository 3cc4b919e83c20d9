import type { CSSProperties, KeyboardEvent } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type Props = {
  first: number;
  head: number;
  current: number;
  /** Revisions that went back to the client. */ sentBack: readonly number[];
  onGo(revision: number): void;
};

/** More dots than these run together; then only the red ones are drawn. */
const MOST_DOTS = 60;
const OWN_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** The whole life on one line: a dot a revision, red where it was sent back. The range below the dots does the work. */
export const Scrubber = ({ first, head, current, sentBack, onGo }: Props) => {
  const t = useTexts(texts);
  if (head <= first) return null;
  const at = (revision: number): CSSProperties => ({ '--at': (revision - first) / (head - first) }) as CSSProperties;
  const all = Array.from({ length: head - first + 1 }, (_, place) => first + place);
  const dots = all.length <= MOST_DOTS ? all : sentBack;
  /** The range steps by itself on its keys; the page would step once more. */
  const keepKeys = (event: KeyboardEvent) => {
    if (OWN_KEYS.includes(event.key)) event.stopPropagation();
  };
  return (
    <div className="scrubber">
      <div className="scrubber-line">
        {dots.map((revision) => (
          <i key={revision} style={at(revision)} data-sent-back={sentBack.includes(revision) || undefined} />
        ))}
        <input
          type="range"
          aria-label={t('scrubber')}
          aria-valuetext={t('scrubbed', { n: current + 1, total: head + 1 })}
          min={first}
          max={head}
          step={1}
          value={current}
          onKeyDown={keepKeys}
          onChange={(event) => onGo(Number(event.currentTarget.value))}
        />
      </div>
      <div className="scrubber-scale aux muted numeric" aria-hidden>
        {current - first > (head - first) * 0.06 && <span>{first + 1}</span>}
        {current !== head && <b style={at(current)}>{current + 1}</b>}
        <span className={current === head ? 'here' : ''}>
          {head - current < (head - first) * 0.15 && current !== head ? '' : t('current', { n: head + 1 })}
        </span>
      </div>
    </div>
  );
};
