import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  type Accessory,
  type AccessoryTypeView,
  type ConsignmentView,
  getConsignSignAccessoryList,
  getLimsConsignAttachments,
  type SignatureImage,
} from '#contract';
import { filesOfSample, witnessesFromText } from '#domain/consignment';
import { ATTACHMENT_EXTENSIONS, ATTACHMENT_LIMIT } from '#domain/files';
import { sameId } from '#domain/rules';
import { openExamplePictures } from '../../components/example-pictures.dialog.js';
import { Card } from '../../components/field.js';
import { FilePicker } from '../../components/file-picker.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { createStore } from '../../lib/store.js';
import { listSeparator, labelSeparator } from '../../i18n/language.js';
import { dateTime } from '../../lib/china-time.js';
import './attachments.css';
import { FileRows } from './file-rows.js';
import { PhoneUpload } from './phone-upload.js';
import { texts } from './texts.js';
import { useAttachments, useFileWrites, useKinds } from './use-attachments.js';

/** Which person of the consignment signs in which part; several witnesses of one side share a signature. */
const namesOf = (view: ConsignmentView, signType: SignatureImage['signType']): string => {
  switch (signType) {
    case 1:
      return view.linkPerson;
    case 2:
      return witnessesFromText({
        person: view.constructionJzperson,
        cardNo: view.constructionJzcardNo,
        phone: view.constructionJzphone,
      })
        .map(({ name }) => name)
        .join(listSeparator());
    case 3:
      return witnessesFromText({ person: view.jhperson, cardNo: view.jzcardNo, phone: view.jzphone })
        .map(({ name }) => name)
        .join(listSeparator());
    case 4:
      return '';
  }
};

/** The drawn signatures with their signer and time. */
const SignatureImages = ({ view, images }: { view: ConsignmentView; images: readonly SignatureImage[] }) => {
  const t = useTexts(texts);
  return (
    <div className="signature-images">
      {images.map(({ id, signType, url, signedAt }) => {
        const role = t(`sign.${signType}`);
        const names = namesOf(view, signType);
        return (
          <figure key={id} className="signature-figure">
            <img src={url} alt={t('signatureOf', { who: names || role })} />
            <figcaption>
              <span>
                {role}
                {names && `　${names}`}
              </span>
              {signedAt && (
                <time className="numeric muted" dateTime={signedAt}>
                  {dateTime(signedAt).slice(0, 16)}
                </time>
              )}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
};

/** A link to the example pictures of this kind of file; nothing if there are none (AT-010). */
export const ExampleLink = ({
  type: { name, exampleImages },
}: {
  type: Pick<AccessoryTypeView, 'name' | 'exampleImages'>;
}) => {
  const t = useTexts(texts);
  if (exampleImages.length === 0) return null;
  const show = () =>
    void openExamplePictures({
      title: t('exampleOf', { name }),
      pictures: exampleImages.map((url, index) => ({ name: t('examplePicture', { name, n: index + 1 }), url })),
    });
  return (
    <button type="button" className="text-link aux" aria-label={t('exampleOf', { name })} onClick={show}>
      {t('example')}
    </button>
  );
};

/**
 * The kind of the next files; a kind with example pictures shows them, a required one is marked. Nothing if no kinds
 * are loaded.
 */
const AccessoryTypes = ({
  types,
  selectedId,
  onChoose,
}: {
  types: readonly AccessoryTypeView[];
  selectedId: string;
  onChoose(id: string): void;
}) => {
  const t = useTexts(texts);
  const group = useId();
  const availableTypes = types.filter(({ enable }) => enable);
  if (availableTypes.length === 0) return null;
  const option = (id: string, name: string, isRequire = false) => (
    <label>
      <input type="radio" name={group} checked={selectedId === id} onChange={() => onChoose(id)} />
      {name}
      {isRequire && (
        <span className="required" title={t('required')} aria-label={t('required')}>
          *
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="accessory-types">
      <legend>{t('kind')}</legend>
      <span className="accessory-type">{option('', t('anyKind'))}</span>
      {availableTypes.map((type) => (
        <span key={type.id} className="accessory-type">
          {option(type.id, type.name, type.isRequire)}
          <ExampleLink type={type} />
        </span>
      ))}
    </fieldset>
  );
};

/** Whether the forms have a place for files of the laboratory's own system: if it has reported any (001.md A-28). */
export const showsLabFiles = createStore(false);

/**
 * For a laboratory without its own system, the files are stored here and are shown once. Until they are loaded, nothing
 * is shown as stored elsewhere.
 */
export const excludeLabFiles =
  (ownFiles: readonly { id: string }[] | undefined) =>
  ({ id }: { id: string }): boolean =>
    ownFiles !== undefined && !ownFiles.some((file) => sameId(file.id, id));

type SectionProps<Row> = {
  /** Its section in the form's rail. */
  name: 'attachments' | 'externalAttachments' | 'signatures';
  number: number | null;
  query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'refetch'>;
  /** Text of an empty section; null: there is no card. */
  emptyText: string | null;
  rows(rows: readonly Row[]): ReactNode;
  children?: ReactNode;
};

/** A card of files: loading, failed, empty or loaded. If it fails, only this card is replaced. */
const Section = <Row,>({
  name,
  number,
  query: { data, error, refetch },
  emptyText,
  rows,
  children,
}: SectionProps<Row>) => {
  const t = useTexts(texts);
  const count = data?.length ?? 0;
  if (emptyText === null && count === 0 && !error) return null;
  return (
    <div data-section={name}>
      <Card
        title={
          <>
            {number !== null && <span className="section-number">{number}</span>}
            {t(name)}
          </>
        }
        after={count > 0 && name !== 'signatures' && <span className="aux muted numeric">{t('count', { count })}</span>}
      >
        <div className="attachment-section">
          {data && (count > 0 ? rows(data) : <div className="muted dense">{emptyText}</div>)}
          {!data && error && (
            <div className="row dense" role="alert">
              <span className="danger-text">
                {t('failed', { section: t(name) })}
                {labelSeparator()}
                {error.message}
              </span>
              <Button
                size="small"
                variant="outlined"
                icon={<Refresh />}
                text={t('retry')}
                onClick={() => void refetch()}
              />
            </div>
          )}
          {!data && !error && (
            <div className="skeleton-block attachment-loading" role="status" aria-label={t('loading')} />
          )}
          {children}
        </div>
      </Card>
    </div>
  );
};

type Props = {
  view: ConsignmentView;
  /** Files can be added and removed, and the sections have the numbers of the form. */
  editable: boolean;
  /** An upload and a removal change the consignment's revision, which later writes need. */
  onChanged(): Promise<unknown>;
};

/** Sections 4 to 6 of the form: attachments, those of the laboratory's own system, and signature images (CF-005). */
export const AttachmentSections = ({ view, editable, onChanged }: Props) => {
  const t = useTexts(texts);
  const consignId = view.id;
  const { files, state, load } = useAttachments(consignId);
  const isNotLabFile = excludeLabFiles(files.data);
  const external = useQuery({
    ...queryOptionsOf(getLimsConsignAttachments, { consignId }),
    select: ({ attachments }) => attachments.filter(isNotLabFile),
    meta: { quiet: true },
  });
  const images = useQuery({
    ...queryOptionsOf(getConsignSignAccessoryList, { consignId }),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const types = useKinds(view.consignType, view.testUnitId);
  const { send, remove, changed } = useFileWrites({ consignId, foreignKey: consignId, load, onChanged });
  const [kind, setKind] = useState('');
  const nameOfKind = (id: string): string | undefined => types.data?.find((type) => sameId(type.id, id))?.name;
  const rowsOf = (accessories: readonly Accessory[]) =>
    accessories.map((each) => ({ ...each, at: each.creationTime, kind: nameOfKind(each.accessoryTypeID) }));
  const sampleFiles = view.samples.flatMap((sample) => {
    const ownFiles = filesOfSample(state, sample.id);
    return ownFiles.length > 0 ? [{ id: sample.id, name: sample.testUnitSampleName, files: rowsOf(ownFiles) }] : [];
  });

  const sectionNumber = (number: number) => (editable ? number : null);
  return (
    <>
      <Section
        name="attachments"
        number={sectionNumber(4)}
        query={{ data: state.shown ? state.list : undefined, error: files.error, refetch: files.refetch }}
        emptyText={t(editable ? 'noneYet' : 'none')}
        rows={(accessories) => (
          <FileRows label={t('attachments')} files={rowsOf(accessories)} {...(editable ? { onRemove: remove } : {})} />
        )}
      >
        {editable && <AccessoryTypes types={types.data ?? []} selectedId={kind} onChoose={setKind} />}
        {editable && (
          <FilePicker
            label={t('attachments')}
            extensions={ATTACHMENT_EXTENSIONS}
            limit={ATTACHMENT_LIMIT}
            existingCount={state.list.filter(({ accessoryTypeID }) => sameId(accessoryTypeID, kind)).length}
            disabled={!files.data}
            kind={kind}
            send={send}
          />
        )}
        {editable && files.data && <PhoneUpload page="entrustUploadFilesinfo" id={consignId} onArrived={changed} />}
        {sampleFiles.map((sample) => (
          <div key={sample.id} className="sample-files">
            <span className="aux secondary">{t('ofSample', { name: sample.name })}</span>
            <FileRows label={t('ofSample', { name: sample.name })} files={sample.files} />
          </div>
        ))}
      </Section>
      <Section
        name="externalAttachments"
        number={sectionNumber(5)}
        query={external}
        emptyText={editable ? t('noExternal') : null}
        rows={(rows) => (
          <FileRows
            label={t('externalAttachments')}
            files={rows.map(({ id, attachmentName, url }) => ({ id, url, name: attachmentName }))}
          />
        )}
      />
      <Section
        name="signatures"
        number={sectionNumber(6)}
        query={images}
        emptyText={editable ? t('noSignatures') : null}
        rows={(rows) => <SignatureImages view={view} images={rows} />}
      />
    </>
  );
};
