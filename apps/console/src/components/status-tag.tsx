import { CONSIGN_STATUS } from '#events';
import { Tag } from '@blueprintjs/core';
import { Annotation, ArrowLeft, CrossCircle, Draw, Edit, Import, TickCircle, Time, Undo } from '@blueprintjs/icons';
import type { CSSProperties, FC } from 'react';

/** The icon and colour of each status. Its name always comes from the server. */
const ICONS: Record<number, FC<{ size?: number }>> = {
  [CONSIGN_STATUS.draft]: Edit,
  [CONSIGN_STATUS.underAudit]: Time,
  [CONSIGN_STATUS.awaitingSamples]: Import,
  [CONSIGN_STATUS.rejected]: CrossCircle,
  [CONSIGN_STATUS.withdrawn]: Undo,
  [CONSIGN_STATUS.received]: TickCircle,
  [CONSIGN_STATUS.awaitingCorrection]: Annotation,
  [CONSIGN_STATUS.awaitingSignature]: Draw,
  [CONSIGN_STATUS.returned]: ArrowLeft,
};

export const STATUSES = Object.values(CONSIGN_STATUS);

/** Colour of a status in charts and tabs. */
export const statusColor = (status: number): string =>
  status in ICONS ? `var(--app-st${status}-ch)` : `var(--app-st${CONSIGN_STATUS.draft}-ch)`;

/** Status of a consignment: icon, colour and name. An unknown number is a grey tag with the server's text (LS-001). */
export const StatusTag = ({ status, name }: { status: number; name: string }) => {
  const Icon = ICONS[status];
  const colour = Icon ? status : CONSIGN_STATUS.draft;
  const style = { '--status': `var(--app-st${colour})`, '--status-tint': `var(--app-st${colour}-bg)` } as CSSProperties;
  return (
    <Tag
      minimal
      className={`status-tag${status === CONSIGN_STATUS.withdrawn ? ' outlined' : ''}`}
      style={style}
      data-status={status}
      {...(Icon ? { icon: <Icon size={12} /> } : {})}
    >
      {name}
    </Tag>
  );
};
