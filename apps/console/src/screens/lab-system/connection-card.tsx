import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** A card of connections of a unit's system: its title, a short description, and the action that adds one. */
export const ConnectionCard = ({
  title,
  hint,
  addName,
  onAdd,
  children,
}: {
  title: string;
  hint: string;
  /** The full text of the action, for users who cannot see its card. */
  addName: string;
  onAdd(): Promise<unknown>;
  children: ReactNode;
}) => {
  const t = useTexts(texts);
  return (
    <Card
      title={title}
      after={<span className="aux muted only-wide">{hint}</span>}
      extra={
        <Button
          size="small"
          variant="outlined"
          icon={<Plus />}
          text={t('add')}
          aria-label={addName}
          onClick={() => void onAdd()}
        />
      }
      padded={false}
    >
      {children}
    </Card>
  );
};
