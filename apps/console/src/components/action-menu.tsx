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

/** The action of a row: blue when it is this user's turn, red when something is lost by it, else grey. */
export type MainAction = { text: string; tone: 'turn' | 'quiet' | 'danger'; onPress(): void };

/** Everything else that can be done with something, below `⋯`. */
export const MoreMenu = ({
  name,
  actions,
  outlined,
}: {
  name: string;
  actions: readonly MenuAction[];
  outlined?: boolean;
}) => {
  const t = useTexts(texts);
  const chosen = useRef<MenuAction | null>(null);
  // An action starts when the menu is gone and has given the focus back: else the menu takes it from the action's dialog.
  const start = () => {
    const action = chosen.current;
    chosen.current = null;
    action?.onPress();
  };
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <Menu className="action-menu">
          {actions.map((action, place) => (
            <Fragment key={action.key}>
              {action.isDanger && place > 0 && <MenuDivider />}
              <MenuItem
                icon={action.icon}
                text={action.text}
                label={action.reason ?? action.hint ?? ''}
                intent={action.isDanger && !action.reason ? 'danger' : 'none'}
                aria-disabled={Boolean(action.reason)}
                shouldDismissPopover={!action.reason}
                onClick={action.reason ? undefined : () => void (chosen.current = action)}
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

/** One action and `⋯` at the end of a row; `name` tells the same action of different rows apart. */
export const ActionMenu = ({
  name,
  main,
  actions,
}: {
  name: string;
  main: MainAction;
  actions: readonly MenuAction[];
}) => (
  <div className="row-actions">
    <Button
      size="small"
      variant="minimal"
      className="main-action"
      intent={main.tone === 'turn' ? 'primary' : main.tone === 'danger' ? 'danger' : 'none'}
      text={main.text}
      aria-label={`${main.text} ${name}`}
      onClick={main.onPress}
    />
    <MoreMenu name={name} actions={actions} />
  </div>
);
