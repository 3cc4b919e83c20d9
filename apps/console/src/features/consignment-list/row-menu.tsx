import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { Fragment } from 'react';
import type { ConsignmentListRow } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { mainVerb, rowVerbs, type RowVerb, type VerbName } from './row-verbs.js';
import { texts } from './texts.js';

type RowMenuProps = { row: ConsignmentListRow; onVerb(verb: VerbName, row: ConsignmentListRow): void };

/** One verb and `⋯`: the menu lists every verb, the forbidden ones dimmed with their reason where keyboard and screen reader reach it. */
export const RowMenu = ({ row, onVerb }: RowMenuProps) => {
  const user = useUser();
  const { verb, isTurn } = mainVerb(row, user);
  return (
    <div className="row-actions">
      <MainVerb verb={verb} isTurn={isTurn} onClick={() => onVerb(verb.name, row)} />
      <MoreVerbs row={row} onVerb={onVerb} />
    </div>
  );
};

const MainVerb = ({ verb, isTurn, onClick }: { verb: RowVerb; isTurn: boolean; onClick(): void }) => {
  const t = useTexts(texts);
  const forbidden = verb.reason !== null;
  return <Button size="small" variant="minimal" className={`main-verb${forbidden ? ' forbidden' : ''}`} intent={isTurn && !forbidden ? 'primary' : 'none'} text={t(verb.text)} aria-disabled={forbidden} title={verb.reason ?? undefined} onClick={forbidden ? undefined : onClick} />;
};

export const MoreVerbs = ({ row, onVerb }: RowMenuProps) => {
  const t = useTexts(texts);
  const user = useUser();
  const menu = () => (
    <Menu className="verb-menu">
      {rowVerbs(row, user).map((verb) => (
        <Fragment key={verb.name}>
          {verb.afterLine && <MenuDivider />}
          <MenuItem
            icon={verb.icon} text={t(verb.text)} intent={verb.danger && verb.reason === null ? 'danger' : 'none'}
            aria-disabled={verb.reason !== null} shouldDismissPopover={verb.reason === null}
            label={verb.reason ?? verb.key ?? ''} onClick={verb.reason === null ? () => onVerb(verb.name, row) : undefined}
          />
        </Fragment>
      ))}
    </Menu>
  );
  return (
    <PopoverNext placement="bottom-end" animation="minimal" renderTarget={({ isOpen, ref, ...target }) => <Button {...target} ref={ref} size="small" variant="minimal" active={isOpen} icon={<More />} aria-label={t('rowActions', { code: row.consignCode || t('draft') })} />} content={<VerbMenu menu={menu} />} />
  );
};

/** Built when the menu opens, so that fifty rows do not hold fifty menus. */
const VerbMenu = ({ menu }: { menu(): React.ReactElement }) => menu();
