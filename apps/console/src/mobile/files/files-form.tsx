import { useEffect, useRef, useState } from 'react';
import type { PhoneFile, PhoneUploads } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { timeOfDay } from '../../lib/china-time.js';
import { fileSize } from '../../lib/file-size.js';
import { MobileFrame } from '../mobile-frame.js';
import './files.css';
import { texts } from './texts.js';
import { fileNameFor, type QueuedUpload, useUploadQueue } from './use-queue.js';

/**
 * The camera, or the existing pictures of the phone. A picture of any kind is accepted: it is converted to JPEG here.
 */
const ChooseFiles = ({
  extensions,
  onChoose,
}: {
  extensions: readonly string[];
  onChoose(files: readonly File[]): void;
}) => {
  const t = useTexts(texts);
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const passFiles = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <div className="buttons even">
      <input
        ref={album}
        className="file-input"
        type="file"
        multiple
        aria-label={t('choose')}
        tabIndex={-1}
        accept={['image/*', ...extensions].join(',')}
        onChange={(event) => passFiles(event.currentTarget)}
      />
      <input
        ref={camera}
        className="file-input"
        type="file"
        aria-label={t('camera')}
        tabIndex={-1}
        accept="image/*"
        capture="environment"
        onChange={(event) => passFiles(event.currentTarget)}
      />
      <button type="button" onClick={() => album.current?.click()}>
        {t('choose')}
      </button>
      <button type="button" className="primary" onClick={() => camera.current?.click()}>
        {t('camera')}
      </button>
    </div>
  );
};

/**
 * A file that is being sent: its progress, or what stopped it. A failed file can be sent again, saved on the phone, or
 * removed.
 */
const SendingRow = ({
  sending: { file, state, share, reason },
  onRetry,
  onRemove,
}: {
  sending: QueuedUpload;
  onRetry(): void;
  onRemove(): void;
}) => {
  const t = useTexts(texts);
  const address = useAddressOf(file);
  const percent = Math.round(share * 100);
  const hasStopped = state === 'lost' || state === 'refused';
  return (
    <li className="sending-row">
      {file.type.startsWith('image/') ? (
        <img className="thumb" src={address} alt="" />
      ) : (
        <span className="thumb" aria-hidden />
      )}
      <div className="words">
        <div>{file.name}</div>
        {state === 'waiting' && <p className="hint">{t('waiting')}</p>}
        {state === 'sending' && (
          <div className="progress">
            <progress max={100} value={percent} aria-label={t('sending', { name: file.name })} />
            <span className="hint">{percent}%</span>
          </div>
        )}
        {state === 'again' && (
          <p className="sending" role="status">
            {t('retrying')}
          </p>
        )}
        {hasStopped && (
          <p className="problem" role="alert">
            {state === 'lost' ? t('lost') : reason}
          </p>
        )}
        {hasStopped && (
          <div className="row-actions">
            <button type="button" aria-label={`${t('retry')} ${file.name}`} onClick={onRetry}>
              {t('retry')}
            </button>
            <a className="button" href={address} download={file.name} aria-label={`${t('keep')} ${file.name}`}>
              {t('keep')}
            </a>
            <button type="button" className="bare" aria-label={`${t('giveUp')} ${file.name}`} onClick={onRemove}>
              {t('giveUp')}
            </button>
          </div>
        )}
      </div>
    </li>
  );
};

/** An address of a file of this page, until the row unmounts. */
const useAddressOf = (file: File): string => {
  const [address] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
};

/**
 * What gets files, their kind, those that are being sent and the existing ones; camera and album are at the bottom, in
 * reach of a thumb.
 */
export const FilesForm = ({ keyText, title, uploads }: { keyText: string; title: string; uploads: PhoneUploads }) => {
  const t = useTexts(texts);
  const [kind, setKind] = useState('');
  const [uploadedFiles, setUploadedFiles] = useState<readonly PhoneFile[]>(uploads.files);
  const [sentCount, setSentCount] = useState(0);
  const { extensions, maxBytes, kinds } = uploads;
  const problemOf = (file: File): string | null => {
    if (!extensions.some((each) => file.name.toLowerCase().endsWith(each)))
      return t('wrongType', { extensions: extensions.join(' ') });
    return file.size > maxBytes ? t('tooLarge') : null;
  };
  const { queue, add, retry, remove } = useUploadQueue(keyText, uploads, problemOf, (file) => {
    setUploadedFiles((current) => (current.some(({ id }) => id === file.id) ? current : [...current, file]));
    setSentCount((current) => current + 1);
  });
  const choose = (files: readonly File[]) => {
    const existingNames = [...uploadedFiles.map(({ name }) => name), ...queue.map(({ file }) => file.name)];
    const renamedFiles = files.map((file) => {
      const name = fileNameFor(file.name, { kindName: t('photo'), time: new Date(), existingNames });
      existingNames.push(name);
      return new File([file], name, { type: file.type, lastModified: file.lastModified });
    });
    add(renamedFiles, kind);
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
          <h2>{t('there', { n: uploadedFiles.length })}</h2>
          {sentCount > 0 && queue.length === 0 && (
            <span className="tag good" role="status">
              {t('allSent', { n: sentCount })}
            </span>
          )}
        </div>
        {uploadedFiles.length === 0 ? (
          <p className="hint">{t('none')}</p>
        ) : (
          <ul className="files" aria-label={t('there', { n: uploadedFiles.length })}>
            {uploadedFiles.toReversed().map((file) => (
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
