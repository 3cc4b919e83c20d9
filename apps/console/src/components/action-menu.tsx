import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { Fragment, type ReactElement, useRef } from 'react';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

/**
 * An entry of a menu. `hint` says what follows from it; `reason` why it may not be done now; a dangerous one stands
 * below a line.
 */
export type MenuAction = {
  key: string;
  text: string;
  icon: ReactElement;
  hint?: string;
  reason?: string | null;
  isDanger?: boolean;
  onPress(): void;
};

/** The verb of a row: blue when it is this user's turn, red when something is lost by it, else grey. */
export type MainAction = { text: string; tone: 'turn' | 'quiet' | 'danger'; onPress(): void };

/** Everything else that can be done with something, below `⋯`. */
export const MoreMenu = ({
  name,
  verbs,
  outlined,
}: {
  name: string;
  verbs: readonly MenuAction[];
  outlined?: boolean;
}) => {
  const t = useTexts(texts);
  const chosen = useRef<MenuAction | null>(null);
  // A verb starts when the menu is gone and has given the focus back: else the menu takes it from the verb's dialog.
  const start = () => {
    const verb = chosen.current;
    chosen.current = null;
    verb?.onPress();
  };
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <Menu className="verb-menu">
          {verbs.map((verb, place) => (
            <Fragment key={verb.key}>
              {verb.isDanger && place > 0 && <MenuDivider />}
              <MenuItem
                icon={verb.icon}
                text={verb.text}
                label={verb.reason ?? verb.hint ?? ''}
                intent={verb.isDanger && !verb.reason ? 'danger' : 'none'}
                aria-disabled={Boolean(verb.reason)}
                shouldDismissPopover={!verb.reason}
                onClick={verb.reason ? undefined : () => void (chosen.current = verb)}
              />
            </Fragment>
          ))}
        </Menu>
      }
    >
      <Button
        {...(outlined ? { variant: 'outlined' as const } : { size: 'small' as const, variant: 'minimal' as const })}
        icon={<More />}
        aria-label={t('moreOf', { name })}
      />
    </PopoverNext>
  );
};

/** One verb and `⋯` at the end of a row; `name` tells the same verb of different rows apart. */
export const ActionMenu = ({ name, main, verbs }: { name: string; main: MainAction; verbs: readonly MenuAction[] }) => (
  <div className="row-actions">
    <Button
      size="small"
      variant="minimal"
      className="main-verb"
      intent={main.tone === 'turn' ? 'primary' : main.tone === 'danger' ? 'danger' : 'none'}
      text={main.text}
      aria-label={`${main.text} ${name}`}
      onClick={main.onPress}
    />
    <MoreMenu name={name} verbs={verbs} />
  </div>
);
