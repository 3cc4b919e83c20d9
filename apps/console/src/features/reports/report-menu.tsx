import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import {
  Document,
  Download,
  Draw,
  Endorsed,
  Envelope,
  Form,
  More,
  Plus,
  TimelineEvents,
  Trash,
  Upload,
} from '@blueprintjs/icons';
import { Fragment, type ReactElement, useCallback, useRef } from 'react';
import type { ReportScheduleItem } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { mainVerb, reportVerbs, type VerbName } from './report-verbs.js';
import { texts } from './texts.js';

export type OnVerb = (verb: VerbName, item: ReportScheduleItem) => void;
type ReportMenuProps = { item: ReportScheduleItem; onVerb: OnVerb };

const ICONS: Record<VerbName, ReactElement> = {
  reports: <Document />,
  download: <Download />,
  register: <Plus />,
  applyFor: <Form />,
  upload: <Upload />,
  publish: <Endorsed />,
  changeStatus: <TimelineEvents />,
  setMailNumber: <Envelope />,
  pickUp: <Draw />,
  withdraw: <Trash />,
};

/** One verb and `⋯` (DESIGN 3). */
export const ReportMenu = ({ item, onVerb }: ReportMenuProps) => (
  <div className="row-actions">
    <MainVerb item={item} onVerb={onVerb} />
    <MoreVerbs item={item} onVerb={onVerb} />
  </div>
);

/** The verb that stands in the row; on a card it is a button that a thumb can hit. */
export const MainVerb = ({ item, onVerb, onCard }: ReportMenuProps & { onCard?: boolean }) => {
  const t = useTexts(texts);
  const { verb, isTurn } = mainVerb(item, useUser());
  const forbidden = verb.reason !== null;
  return (
    <Button
      className={`main-verb${forbidden ? ' forbidden' : ''}`}
      text={t(verb.short)}
      intent={isTurn ? 'primary' : 'none'}
      {...(onCard
        ? { variant: isTurn ? ('solid' as const) : ('outlined' as const) }
        : { variant: 'minimal' as const, size: 'small' as const })}
      aria-disabled={forbidden}
      title={verb.reason ?? undefined}
      onClick={forbidden ? undefined : () => onVerb(verb.name, item)}
    />
  );
};

/** The menu lists every verb; a forbidden one stays, dimmed, with its reason. */
export const MoreVerbs = ({ item, onVerb }: ReportMenuProps) => {
  const t = useTexts(texts);
  const chosen = useRef<VerbName | null>(null);
  // A verb starts when the menu is gone and has given the focus back: else the menu takes it from the verb's dialog.
  const start = useCallback(() => {
    const verb = chosen.current;
    chosen.current = null;
    if (verb) onVerb(verb, item);
  }, [onVerb, item]);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <VerbList
          item={item}
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
        aria-label={t('rowActions', { code: item.reportId === null ? item.consignCode : item.reportNumber })}
      />
    </PopoverNext>
  );
};

const VerbList = ({ item, onVerb }: { item: ReportScheduleItem; onVerb(verb: VerbName): void }) => {
  const t = useTexts(texts);
  const user = useUser();
  return (
    <Menu className="verb-menu">
      {reportVerbs(item, user).map((verb) => (
        <Fragment key={verb.name}>
          {verb.afterLine && <MenuDivider />}
          <MenuItem
            icon={ICONS[verb.name]}
            text={t(verb.text)}
            label={verb.reason ?? ''}
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
