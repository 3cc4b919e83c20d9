import type { ReactNode } from 'react';
import './state-mark.css';

/** Disc, square, triangle, cross and ring: a state has a shape, not only a colour. */
export type StateShape = 'ok' | 'running' | 'late' | 'failed' | 'off';

const SHAPES: Record<StateShape, ReactNode> = {
  ok: <circle cx="5" cy="5" r="4" />,
  running: <rect x="1" y="1" width="8" height="8" rx="1" />,
  late: <path d="M5 .8 9.6 9H.4z" />,
  failed: <path d="M1.2 1.2l7.6 7.6M8.8 1.2 1.2 8.8" />,
  off: <circle cx="5" cy="5" r="3.6" />,
};

/** The text of a state with its mark. */
export const StateMark = ({ mark, children }: { mark: StateShape; children: ReactNode }) => (
  <span className="state-mark" data-mark={mark}>
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden>
      {SHAPES[mark]}
    </svg>
    {children}
  </span>
);
