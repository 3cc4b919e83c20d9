import { Button } from '@blueprintjs/core';
import { Cross, MobilePhone } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import { getPhoneUploads, type MobilePage, type PhoneFile } from '#contract';
import { PhoneCode, usePhoneKey } from '../../components/phone-code/phone-code.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import './attachments.css';
import { texts } from './texts.js';

type Props = {
  page: Extract<MobilePage, 'entrustUploadFilesinfo' | 'sampleUploadFilesinfo'>;
  /** The consignment, or the sample. */
  id: string;
  /** The phone has added or removed a file, so the files shown here are stale. */
  onArrived(): void;
};

/**
 * Files by phone: a button that opens a code in place; the code stays beside the files while they arrive (AT-012,
 * QR-007).
 */
export const PhoneUpload = ({ page, id, onArrived }: Props) => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="phone-upload">
      <Button
        size="small"
        variant="outlined"
        icon={isOpen ? <Cross /> : <MobilePhone />}
        text={t(isOpen ? 'closePhone' : 'byPhone')}
        aria-expanded={isOpen}
        onClick={() => setOpen((current) => !current)}
      />
      {isOpen && <PhoneUploadCode page={page} id={id} onArrived={onArrived} />}
    </div>
  );
};

const PhoneUploadCode = ({ page, id, onArrived }: Props) => {
  const t = useTexts(texts);
  const code = usePhoneKey(page, [id], (key) => queryOptionsOf(getPhoneUploads, { key }));
  const { lastCode, arrivedFiles } = useArrivals(code.result?.files);
  const notifyArrived = useEffectEvent(onArrived);
  useEffect(() => {
    if (lastCode !== null) notifyArrived();
  }, [lastCode]);
  const waitingText =
    arrivedFiles.length === 0
      ? t('waitingPhone')
      : t('arrived', { count: arrivedFiles.length, name: arrivedFiles.at(-1)?.name ?? '' });
  return (
    <PhoneCode
      code={code}
      title={t('byPhone')}
      label={t('phoneCode')}
      hint={t('scanToUpload')}
      statusText={waitingText}
    />
  );
};

/** Which files are new; `lastCode` changes with each file that is added or removed, and is null before. */
const useArrivals = (
  files: readonly PhoneFile[] | undefined,
): { lastCode: string | null; arrivedFiles: readonly PhoneFile[] } => {
  const [initialIds, setInitialIds] = useState<ReadonlySet<string> | null>(null);
  if (files && !initialIds) setInitialIds(new Set(files.map(({ id }) => id)));
  if (!files || !initialIds) return { lastCode: null, arrivedFiles: [] };
  const currentCode = files.map(({ id }) => id).join();
  return {
    lastCode: currentCode === [...initialIds].join() ? null : currentCode,
    arrivedFiles: files.filter(({ id }) => !initialIds.has(id)),
  };
};
