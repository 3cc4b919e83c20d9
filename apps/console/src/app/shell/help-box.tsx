import { Button } from '@blueprintjs/core';
import { Chat, Cross, Help, Manual } from '@blueprintjs/icons';
import { useLocation } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { ROLE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import {
  HANDOVER_LIST,
  INCOMING_LIST,
  instructionPath,
  ON_SITE_LIST,
  RAW_AUDIT,
  RAW_FORM,
  RAW_LIST,
  SITE_AUDIT,
  SITE_FORM,
} from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { helpVisible } from '../../lib/preferences.js';
import { hasRole, isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { texts } from './help.texts.js';

type Guidance = Exclude<
  keyof (typeof texts)['zh'],
  'title' | 'hide' | 'show' | 'consult' | 'service' | 'noContact' | 'readAll'
>;

const GUIDANCE_BY_PATH: Record<string, Guidance> = {
  [RAW_LIST]: 'list',
  [ON_SITE_LIST]: 'list',
  [HANDOVER_LIST]: 'list',
  [INCOMING_LIST]: 'incoming',
  [RAW_FORM]: 'form',
  [SITE_FORM]: 'form',
  [RAW_AUDIT]: 'audit',
  [SITE_AUDIT]: 'audit',
  '/TestingOrgSearch/reportSchedule': 'reports',
  '/BusinessManagement/reportList': 'reports',
  '/preConsignBill': 'print',
};

/** The guidance for an address; that of the workbench depends on the role. */
export const guidanceFor = (pathname: string, user: Pick<UserInfo, 'roles'>): Guidance => {
  if (pathname === '/dashboard') return homeGuidanceFor(user);
  if (pathname.startsWith('/TestingOrgSearch/TestingOrg')) {
    if (isTestingUnit(user)) return 'ownUnit';
    return isClient(user) ? 'organisations' : 'organisationsToRead';
  }
  return GUIDANCE_BY_PATH[pathname] ?? 'other';
};

const homeGuidanceFor = (user: Pick<UserInfo, 'roles'>): Guidance => {
  if (isClient(user)) return 'homeClient';
  if (isTestingUnit(user)) return 'homeLab';
  if (hasRole(user, ROLE.admin, ROLE.auditor)) return 'homePlatform';
  return hasRole(user, ROLE.operator) ? 'homeOperator' : 'other';
};

const isOnSite = (pathname: string): boolean => [ON_SITE_LIST, SITE_FORM, SITE_AUDIT].includes(pathname);

/** Where a support contact leads: a page, a mailbox, or otherwise a telephone number. */
export const contactHref = (contact: string): string => {
  if (/^https?:\/\//i.test(contact)) return contact;
  return contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^\d+]/g, '')}`;
};

/**
 * The box with operating instructions: what can be done on this page, and where to get help. Once hidden, it stays
 * hidden for the session (NAV-017).
 */
export const HelpBox = () => {
  const t = useTexts(texts);
  const user = useUser();
  const { pathname } = useLocation();
  const contact = useBranding()?.supportContact;
  if (!useStore(helpVisible)) return null;
  return (
    <section className="help-box" aria-label={t('title')}>
      <div className="row">
        <span className="dense strong">{t('title')}</span>
        <Button
          className="push"
          size="small"
          variant="minimal"
          icon={<Cross size={12} />}
          aria-label={t('hide')}
          onClick={() => helpVisible.set(false)}
        />
      </div>
      <p className="aux secondary">{t(guidanceFor(pathname, user))}</p>
      <a className="row aux" href={instructionPath(isOnSite(pathname) ? '1' : '0')} target="_blank" rel="noopener">
        <Manual size={14} />
        {t('readAll')}
      </a>
      {contact ? (
        <a className="row aux" href={contactHref(contact)} target="_blank" rel="noopener noreferrer">
          <Chat size={14} />
          {t('consult')} {contact}
        </a>
      ) : (
        <button
          type="button"
          className="link-button row aux"
          onClick={() => void openAlertDialog({ title: t('consult'), message: t('noContact') })}
        >
          <Chat size={14} />
          {t('consult')}
        </button>
      )}
    </section>
  );
};

/** Opens the box again; at the foot of the sidebar. */
export const HelpEntry = ({ open, onShow }: { open: boolean; onShow(): void }) => {
  const t = useTexts(texts);
  const visible = useStore(helpVisible);
  const toggle = () => {
    helpVisible.set((current) => !current || !open);
    onShow();
  };
  return (
    <button
      type="button"
      className="side-entry"
      aria-expanded={visible && open}
      title={open ? undefined : t('show')}
      aria-label={open ? undefined : t('show')}
      onClick={toggle}
    >
      <Help />
      {open && <span className="ellipsis">{t('show')}</span>}
    </button>
  );
};
