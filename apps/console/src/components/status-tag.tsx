import { Tag } from '@blueprintjs/core';
import { Annotation, ArrowLeft, CrossCircle, Draw, Edit, Import, TickCircle, Time, Undo } from '@blueprintjs/icons';
import type { CSSProperties, FC } from 'react';

/** The one place that gives a status its picture. Its name always comes from the server. */
const ICONS: Record<number, FC<{ size?: number }>> = {
  10: Edit,
  20: Time,
  30: Import,
  40: CrossCircle,
  50: Undo,
  60: TickCircle,
  70: Annotation,
  80: Draw,
  90: ArrowLeft,
};

export const STATUSES = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

/** Colour of a status in charts and tabs. */
export const statusColor = (status: number): string =>
  status in ICONS ? `var(--app-st${status}-ch)` : 'var(--app-st10-ch)';

/**
 * Status of a consignment: icon and name beside the colour. An unknown number is a grey tag with the server's text
 * (LS-001).
 */
export const StatusTag = ({ status, name }: { status: number; name: string }) => {
  const Icon = ICONS[status];
  const colour = Icon ? status : 10;
  const style = { '--status': `var(--app-st${colour})`, '--status-tint': `var(--app-st${colour}-bg)` } as CSSProperties;
  return (
    <Tag
      minimal
      className={`status-tag${status === 50 ? ' outlined' : ''}`}
      style={style}
      data-status={status}
      {...(Icon ? { icon: <Icon size={12} /> } : {})}
    >
      {name}
    </Tag>
  );
};
