import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { Fragment, useCallback, useRef } from 'react';
import type { ConsignmentListRow } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { mainVerb, rowVerbs, type VerbName } from './row-verbs.js';
import { texts } from './texts.js';

export type OnVerb = (verb: VerbName, row: ConsignmentListRow) => void;
type RowMenuProps = { row: ConsignmentListRow; onVerb: OnVerb };

/** One verb and `⋯` (DESIGN 3). */
export const RowMenu = ({ row, onVerb }: RowMenuProps) => (
  <div className="row-actions">
    <MainVerb row={row} onVerb={onVerb} />
    <MoreVerbs row={row} onVerb={onVerb} />
  </div>
);

/** The verb that stands in the row; on a card it is a button that a thumb can hit. */
export const MainVerb = ({ row, onVerb, onCard }: RowMenuProps & { onCard?: boolean }) => {
  const t = useTexts(texts);
  const { verb, isTurn } = mainVerb(row, useUser());
  const forbidden = verb.reason !== null;
  const primary = isTurn && !forbidden;
  return (
    <Button
      className={`main-verb${forbidden ? ' forbidden' : ''}`}
      text={t(verb.text)}
      intent={primary ? 'primary' : 'none'}
      {...(onCard
        ? { variant: primary ? ('solid' as const) : ('outlined' as const) }
        : { variant: 'minimal' as const, size: 'small' as const })}
      aria-disabled={forbidden}
      title={verb.reason ?? undefined}
      onClick={forbidden ? undefined : () => onVerb(verb.name, row)}
    />
  );
};

/** The menu lists every verb; a forbidden one stays, dimmed, with its reason where keyboard and screen reader reach it. */
export const MoreVerbs = ({ row, onVerb }: RowMenuProps) => {
  const t = useTexts(texts);
  const chosen = useRef<VerbName | null>(null);
  // A verb starts when the menu is gone and has given the focus back: else the menu takes it from the verb's dialog.
  const start = useCallback(() => {
    const verb = chosen.current;
    chosen.current = null;
    if (verb) onVerb(verb, row);
  }, [onVerb, row]);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <VerbList
          row={row}
          onVerb={(verb) => {
            chosen.current = verb;
          }}
        />
      }
    >
      <Button
        size="small"
        variant="minimal"
        icon={<More />}
        aria-label={t('rowActions', { code: row.consignCode || t('draft') })}
      />
    </PopoverNext>
  );
};

const VerbList = ({ row, onVerb }: { row: ConsignmentListRow; onVerb(verb: VerbName): void }) => {
  const t = useTexts(texts);
  const user = useUser();
  return (
    <Menu className="verb-menu">
      {rowVerbs(row, user).map((verb) => (
        <Fragment key={verb.name}>
          {verb.afterLine && <MenuDivider />}
          <MenuItem
            icon={verb.icon}
            text={t(verb.text)}
            label={verb.reason ?? verb.key ?? ''}
            intent={verb.danger && verb.reason === null ? 'danger' : 'none'}
            aria-disabled={verb.reason !== null}
            shouldDismissPopover={verb.reason === null}
            onClick={verb.reason === null ? () => onVerb(verb.name) : undefined}
          />
        </Fragment>
      ))}
    </Menu>
  );
};
