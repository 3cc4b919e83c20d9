import { Button, type Intent } from '@blueprintjs/core';

/** A verb that keeps its place when it is not allowed and says why (DESIGN 3). */
export const VerbButton = ({
  text,
  reason,
  intent = 'none',
  small = false,
  onClick,
}: {
  text: string;
  reason: string | null;
  intent?: Intent;
  small?: boolean;
  onClick(): void;
}) => (
  <Button
    text={text}
    variant="outlined"
    intent={intent}
    {...(small ? { size: 'small' as const } : {})}
    className={reason === null ? '' : 'forbidden'}
    aria-disabled={reason !== null || undefined}
    title={reason ?? undefined}
    onClick={reason === null ? onClick : undefined}
  />
);
