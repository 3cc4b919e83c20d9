import { type PointerEvent, type Ref, useImperativeHandle, useRef } from 'react';

export type SignaturePadHandle = { clear(): void; /** PNG as a data address. */ image(): string };

const WIDTH = 640;
const HEIGHT = 260;
const PEN = 5;

/** A box to sign in with finger, pen or mouse. Always black on white, also in dark mode, because it is printed. */
export const SignaturePad = ({
  ref,
  label,
  height = HEIGHT,
  onChange,
}: {
  ref: Ref<SignaturePadHandle>;
  label: string;
  /** In pixels of the image, which is 640 wide. */ height?: number;
  onChange(hasStrokes: boolean): void;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => ({
    clear: () => {
      canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, height);
      onChange(false);
    },
    image: () => canvas.current?.toDataURL('image/png') ?? '',
  }));
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * height];
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d');
    if (!pen) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.lineWidth = PEN;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = '#14233a';
    pen.beginPath();
    pen.moveTo(...pointOf(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pen = event.currentTarget.getContext('2d');
    pen?.lineTo(...pointOf(event));
    pen?.stroke();
    onChange(true);
  };
  return (
    <canvas
      ref={canvas}
      className="signature-pad"
      width={WIDTH}
      height={height}
      style={{ aspectRatio: `${WIDTH} / ${height}` }}
      role="img"
      aria-label={label}
      onPointerDown={start}
      onPointerMove={draw}
    />
  );
};
