import { useState } from 'react';
import type { PhoneFile, PhoneUploads } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { fileSize } from '../../lib/file-size.js';
import { timeOfDay } from '../../lib/format.js';
import { MobileFrame } from '../mobile-frame.js';
import { ChooseFiles } from './choose-files.js';
import { fileNameFor } from './file-name.js';
import './files.css';
import { SendingRow } from './sending-row.js';
import { texts } from './texts.js';
import { useQueue } from './use-queue.js';

/** What gets files, of which kind they are, those on their way and those that are there; camera and album stay at the thumb. */
export const FilesForm = ({ keyText, title, uploads }: { keyText: string; title: string; uploads: PhoneUploads }) => {
  const t = useTexts(texts);
  const [kind, setKind] = useState('');
  const [held, setHeld] = useState<readonly PhoneFile[]>(uploads.files);
  const [sent, setSent] = useState(0);
  const { extensions, maxBytes, kinds } = uploads;
  const judge = (file: File): string | null => {
    if (!extensions.some((each) => file.name.toLowerCase().endsWith(each)))
      return t('wrongType', { extensions: extensions.join(' ') });
    return file.size > maxBytes ? t('tooLarge') : null;
  };
  const { queue, add, retry, remove } = useQueue(keyText, uploads, judge, (file) => {
    setHeld((now) => (now.some(({ id }) => id === file.id) ? now : [...now, file]));
    setSent((now) => now + 1);
  });
  const choose = (files: readonly File[]) => {
    const taken = [...held.map(({ name }) => name), ...queue.map(({ file }) => file.name)];
    const named = files.map((file) => {
      const name = fileNameFor(file.name, { what: t('photo'), at: new Date(), taken });
      taken.push(name);
      return new File([file], name, { type: file.type, lastModified: file.lastModified });
    });
    add(named, kind);
  };
  const nameOfKind = (id: string): string | undefined => kinds.find((each) => each.id === id)?.name;

  return (
    <MobileFrame title={title} footer={<ChooseFiles extensions={extensions} onChoose={choose} />}>
      <section className="sheet">
        <div className="sheet__head">
          <h2>{uploads.testContent || t('noSamples')}</h2>
          <span className="tag quiet">{t('until', { time: timeOfDay(uploads.expiresAt) })}</span>
        </div>
        <p className="hint">
          {uploads.consignCode || t('draft')}　{uploads.projectName}
        </p>
      </section>
      {kinds.length > 0 && (
        <section className="sheet">
          <fieldset className="kinds">
            <legend>{t('kind')}</legend>
            {[{ id: '', name: t('anyKind'), isRequire: false }, ...kinds].map((each) => (
              <label key={each.id}>
                <input type="radio" name="kind" checked={kind === each.id} onChange={() => setKind(each.id)} />
                <span>
                  {each.name}
                  {each.isRequire && (
                    <b className="required" title={t('required')}>
                      *
                    </b>
                  )}
                </span>
              </label>
            ))}
          </fieldset>
        </section>
      )}
      {queue.length > 0 && (
        <section className="sheet">
          <div className="sheet__head">
            <h2>{t('onTheWay', { n: queue.length })}</h2>
          </div>
          <ul aria-label={t('onTheWay', { n: queue.length })}>
            {queue.map((each) => (
              <SendingRow
                key={each.key}
                sending={each}
                onRetry={() => retry(each.key)}
                onRemove={() => remove(each.key)}
              />
            ))}
          </ul>
        </section>
      )}
      <section className="sheet">
        <div className="sheet__head">
          <h2>{t('there', { n: held.length })}</h2>
          {sent > 0 && queue.length === 0 && (
            <span className="tag good" role="status">
              {t('allSent', { n: sent })}
            </span>
          )}
        </div>
        {held.length === 0 ? (
          <p className="hint">{t('none')}</p>
        ) : (
          <ul className="files" aria-label={t('there', { n: held.length })}>
            {held.toReversed().map((file) => (
              <li key={file.id}>
                <span className="words">{file.name}</span>
                <span className="hint">
                  {[nameOfKind(file.accessoryTypeID), fileSize(file.size)].filter(Boolean).join('　')}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="hint">{t('rules', { limit: uploads.limit })}</p>
      </section>
    </MobileFrame>
  );
};
