import { Button } from '@blueprintjs/core';
import { Document, Trash } from '@blueprintjs/icons';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { fileSize } from '../../lib/file-size.js';
import { texts } from './texts.js';

/** A file to look at; `url` is empty if it is not shown to this role. `size` in bytes and `at` if they are known. */
export type FileRow = {
  id: string;
  name: string;
  url: string;
  size?: number;
  at?: string;
  readonly?: boolean;
  kind?: string | undefined;
};

/** Files by name; a name opens its file in a new tab. Without `onRemove` the list is read-only. */
export const FileRows = ({
  label,
  files,
  onRemove,
}: {
  label: string;
  files: readonly FileRow[];
  onRemove?(file: FileRow): void;
}) => {
  const t = useTexts(texts);
  return (
    <ul className="file-list" aria-label={label}>
      {files.map((file) => (
        <li key={file.id} className="file-row">
          <Document size={14} className="muted" />
          {file.url ? (
            <a
              className="file-name"
              href={file.url}
              target="_blank"
              rel="noopener"
              title={file.name}
              aria-label={t('opens', { name: file.name })}
            >
              {file.name}
            </a>
          ) : (
            <span className="file-name" title={t('withheld')}>
              {file.name}
            </span>
          )}
          <span className="file-facts">
            {file.kind && <span className="secondary">{file.kind}</span>}
            {!file.url && <span className="aux muted">{t('withheld')}</span>}
            {file.readonly && <span className="aux muted">{t('readonly')}</span>}
            {file.size !== undefined && <span className="numeric muted">{fileSize(file.size)}</span>}
            {file.at && (
              <time className="numeric muted" dateTime={file.at} title={dateTime(file.at)}>
                {shortTime(file.at)}
              </time>
            )}
            {onRemove && (
              <Button
                variant="minimal"
                size="small"
                icon={<Trash />}
                aria-label={t('removeOf', { name: file.name })}
                disabled={file.readonly}
                onClick={() => onRemove(file)}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};
