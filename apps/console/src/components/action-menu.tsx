import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { Fragment, type ReactElement, useRef } from 'react';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

/**
 * An entry of a menu. `hint` says what follows from it; `reason` says why it is not allowed now; a dangerous entry is
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

/** The action of a row: blue if it is this user's turn, red if it removes something, otherwise grey. */
export type MainAction = { text: string; tone: 'turn' | 'quiet' | 'danger'; onPress(): void };

/** All other actions, below `⋯`. */
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
  const chosenAction = useRef<MenuAction | null>(null);
  // An action starts after the menu has closed and has returned the focus; otherwise the menu takes the focus from the
  // dialog of the action.
  const runChosenAction = () => {
    const action = chosenAction.current;
    chosenAction.current = null;
    action?.onPress();
  };
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={runChosenAction}
      content={
        <Menu className="action-menu">
          {actions.map((action, index) => (
            <Fragment key={action.key}>
              {action.isDanger && index > 0 && <MenuDivider />}
              <MenuItem
                icon={action.icon}
                text={action.text}
                label={action.reason ?? action.hint ?? ''}
                intent={action.isDanger && !action.reason ? 'danger' : 'none'}
                aria-disabled={Boolean(action.reason)}
                shouldDismissPopover={!action.reason}
                onClick={action.reason ? undefined : () => void (chosenAction.current = action)}
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

/** One action and `⋯` at the end of a row; `name` distinguishes the same action of different rows. */
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
