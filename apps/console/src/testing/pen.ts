import { fireEvent, screen } from '@testing-library/react';

/** The image of every canvas, because jsdom draws nothing. */
export const DRAWN_IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

/** Lets a canvas without drawing take strokes. */
export const stubCanvas = (): void => {
  const pen = {
    clearRect: () => undefined,
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => undefined,
  };
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => pen,
    toDataURL: () => DRAWN_IMAGE,
    setPointerCapture: () => undefined,
    hasPointerCapture: () => true,
  });
};

/** A stroke in the box of that name. */
export const drawSignature = (box: string): void => {
  const canvas = screen.getByRole('img', { name: box });
  fireEvent.pointerDown(canvas, { pointerId: 1, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(canvas, { pointerId: 1, clientX: 60, clientY: 40 });
};
