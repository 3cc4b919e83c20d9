import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getLimsConsignAttachments } from '#contract';
import { filesOfSample, missingKinds } from '#domain/consignment';
import { ATTACHMENT_LIMIT, REPORT_EXTENSIONS } from '#domain/files';
import { sameId } from '#domain/rules';
import { Card } from '../../components/field.js';
import { FilePicker } from '../../components/file-picker.js';
import { labelSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useStore } from '../../lib/store.js';
import { ExampleLink, excludeLabFiles, showsLabFiles } from './attachment-sections.js';
import './attachments.css';
import { FileRows } from './file-rows.js';
import { PhoneUpload } from './phone-upload.js';
import { texts } from './texts.js';
import { useAttachments, useFileWrites, useKinds } from './use-attachments.js';

type Props = {
  consignId: string;
  consignType: number;
  testUnitId: string | null;
  sampleId: string;
  editable: boolean;
  /** Which required kinds have a file neither of the sample nor of its consignment (AT-003). */
  onMissing(names: readonly string[]): void;
  onChanged(): Promise<unknown>;
};

/** A file without a kind. */
const OTHER = '';

/** Section "attachments" of the sample form: a place for each kind, in three columns (AT-001, AT-002). */
export const SampleAttachments = ({
  consignId,
  consignType,
  testUnitId,
  sampleId,
  editable,
  onMissing,
  onChanged,
}: Props) => {
  const t = useTexts(texts);
  const { files, state, load } = useAttachments(consignId);
  const isNotLabFile = excludeLabFiles(files.data);
  const kinds = useKinds(consignType, testUnitId);
  const external = useQuery({ ...queryOptionsOf(getLimsConsignAttachments, { consignId }), meta: { quiet: true } });
  const { send, remove, changed } = useFileWrites({ consignId, foreignKey: sampleId, load, onChanged });
  const labFilesVisible = useStore(showsLabFiles);

  const sampleFiles = filesOfSample(state, sampleId);
  const availableKinds = (kinds.data ?? []).filter(({ enable }) => enable);
  const isAvailableKind = (id: string) => availableKinds.some((kind) => sameId(kind.id, id));
  const filesOfKind = (id: string) =>
    sampleFiles.filter(({ accessoryTypeID }) =>
      id === OTHER ? !isAvailableKind(accessoryTypeID) : sameId(accessoryTypeID, id),
    );
  const missingNames = files.data && kinds.data ? missingKinds(kinds.data, [...state.list, ...sampleFiles]) : [];
  const missingText = missingNames.join('\n');
  useEffect(() => {
    onMissing(missingText === '' ? [] : missingText.split('\n'));
  }, [missingText, onMissing]);

  const labFiles =
    external.data?.sampleAttachments
      .find((each) => sameId(each.sampleId, sampleId))
      ?.attachments.filter(isNotLabFile) ?? [];
  const hasLabFiles =
    external.data &&
    files.data &&
    [...external.data.attachments, ...external.data.sampleAttachments.flatMap(({ attachments }) => attachments)].some(
      isNotLabFile,
    );
  useEffect(() => {
    if (hasLabFiles !== undefined) showsLabFiles.set(hasLabFiles);
  }, [hasLabFiles]);

  const allKinds = [...availableKinds, { id: OTHER, name: t('other'), isRequire: false, exampleImages: [] }];
  const visibleKinds = editable ? allKinds : allKinds.filter(({ id }) => filesOfKind(id).length > 0);
  return (
    <Card
      title={t('section')}
      after={
        sampleFiles.length > 0 && <span className="aux muted numeric">{t('count', { count: sampleFiles.length })}</span>
      }
    >
      {files.isError && (
        <div className="dense danger-text" role="alert">
          {t('failed', { section: t('section') })}
          {labelSeparator()}
          {files.error.message}
        </div>
      )}
      {editable && (
        <p className="aux muted kind-rules">
          {t('rules', { extensions: REPORT_EXTENSIONS.join(' '), limit: ATTACHMENT_LIMIT })}
        </p>
      )}
      {editable && files.data && <PhoneUpload page="sampleUploadFilesinfo" id={sampleId} onArrived={changed} />}
      <ul className="kind-grid" aria-label={t('section')}>
        {visibleKinds.map((kind) => {
          const kindFiles = filesOfKind(kind.id);
          const inheritedCount =
            kind.id === OTHER ? 0 : state.list.filter(({ accessoryTypeID }) => sameId(accessoryTypeID, kind.id)).length;
          return (
            <li key={kind.id} className="kind-place">
              <div className="row tight">
                <b className="dense">{kind.name}</b>
                {kind.isRequire && (
                  <span className="required" title={t('required')} aria-label={t('required')}>
                    *
                  </span>
                )}
                <ExampleLink type={kind} />
                {inheritedCount > 0 && (
                  <span className="aux muted">{t('inConsignment', { count: inheritedCount })}</span>
                )}
              </div>
              {kindFiles.length > 0 && (
                <FileRows
                  label={kind.name}
                  files={kindFiles.map((each) => ({ ...each, at: each.creationTime }))}
                  {...(editable ? { onRemove: remove } : {})}
                />
              )}
              {editable && (
                <FilePicker
                  isCompact
                  label={kind.name}
                  extensions={REPORT_EXTENSIONS}
                  limit={ATTACHMENT_LIMIT}
                  existingCount={kindFiles.length}
                  disabled={!files.data}
                  kind={kind.id}
                  send={send}
                />
              )}
            </li>
          );
        })}
        {labFilesVisible && (
          <li className="kind-place">
            <b className="dense">{t('labFiles')}</b>
            {labFiles.length === 0 ? (
              <span className="muted dense">{t('noLabFiles')}</span>
            ) : (
              <FileRows
                label={t('labFiles')}
                files={labFiles.map(({ id, url, attachmentName }) => ({ id, url, name: attachmentName }))}
              />
            )}
          </li>
        )}
      </ul>
      {!editable && files.data && visibleKinds.length === 0 && !labFilesVisible && (
        <div className="muted dense">{t('noSampleFiles')}</div>
      )}
    </Card>
  );
};
