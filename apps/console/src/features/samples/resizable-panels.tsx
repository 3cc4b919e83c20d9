import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** 001 SS-002: 300 px to start with, never under 200. */
const START = 300;
const LEAST = 200;
const MOST = 640;
const STEP = 20;

const within = (width: number): number => Math.min(MOST, Math.max(LEAST, width));

/** Left panel of adjustable width beside a right one; the bar between answers to the pointer and to the arrow keys. */
export const ResizablePanels = ({ left, right }: { left: ReactNode; right: ReactNode }) => {
  const t = useTexts(texts);
  const [width, setWidth] = useState(START);
  const dragged = useRef<{ from: number; width: number } | null>(null);
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    dragged.current = { from: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (dragged.current) setWidth(within(dragged.current.width + event.clientX - dragged.current.from));
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (by) setWidth(within(width + by));
  };
  return (
    <div className="panels">
      <div className="panels__left" style={{ ['--panel-width' as string]: `${width}px` }}>
        {left}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable separator is the widget for this */}
      <div
        className="panels__bar"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('resize')}
        aria-valuenow={width}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null;
        }}
        onKeyDown={step}
      />
      <div className="panels__right">{right}</div>
    </div>
  );
};
