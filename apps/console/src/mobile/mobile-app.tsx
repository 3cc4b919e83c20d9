import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import type { MobilePage } from '#contract';
import { useTexts } from '../i18n/texts.js';
import { lazyPart } from '../lib/lazy-part.js';
import { MobileFrame, ResultNotice } from './mobile-frame.js';
import { texts } from './texts.js';

/** Pages by the name in a QR code (NAV-010). None needs the console's shell, its session or its packages. */
const pages: Readonly<Record<MobilePage, ComponentType<{ keyText: string }>>> = {
  signList: lazyPart(() => import('./sign-list/sign-list.page.js')),
  entrustUploadFilesinfo: lazyPart(() => import('./files/entrust-upload-filesinfo.page.js')),
  sampleUploadFilesinfo: lazyPart(() => import('./files/sample-upload-filesinfo.page.js')),
  reportTakeSign: lazyPart(() => import('./report-take-sign/report-take-sign.page.js')),
};

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** `#/signList?key=...`: after the hash, so that loading the page sends nobody the key. */
export const MobileApp = () => {
  const t = useTexts(texts);
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [name = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const key = new URLSearchParams(query).get('key') ?? '';
  const Page = key === '' ? undefined : pages[name as MobilePage];
  if (!Page)
    return (
      <MobileFrame title={t('platform')}>
        <ResultNotice kind="failed" title={t('noPage')}>
          {t('scanAgain')}
        </ResultNotice>
      </MobileFrame>
    );
  return (
    <Suspense fallback={<MobileFrame title={t('platform')}>{null}</MobileFrame>}>
      <Page key={hash} keyText={key} />
    </Suspense>
  );
};
