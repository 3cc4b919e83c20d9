import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Accessory,
  type ConsignmentView,
  getConsignSignAccessoryList,
  getLimsConsignAttachments,
} from '#contract';
import { ATTACHMENT_EXTENSIONS, ATTACHMENT_LIMIT, filesOfSample, sameId } from '#domain';
import { FilePicker } from '../../components/file-picker.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import './attachments.css';
import { AccessoryTypes } from './accessory-types.js';
import { FileRows } from './file-rows.js';
import { notAmong } from './lab-files.js';
import { PhoneUpload } from './phone-upload.js';
import { Section } from './section.js';
import { SignatureImages } from './signature-images.js';
import { texts } from './texts.js';
import { useAttachments } from './use-attachments.js';
import { useFileWrites } from './use-file-writes.js';
import { useKinds } from './use-kinds.js';

type Props = {
  view: ConsignmentView;
  /** Files can be added and removed, and the sections carry the numbers of the form. */
  editable: boolean;
  /** An upload and a removal move the consignment's revision: whoever writes on it follows here. */
  onChanged(): Promise<unknown>;
};

/** Sections 4 to 6 of the form: attachments, those of the laboratory's own system, and signature images (CF-005). */
export const AttachmentSections = ({ view, editable, onChanged }: Props) => {
  const t = useTexts(texts);
  const consignId = view.id;
  const { files, state, load } = useAttachments(consignId);
  const isElsewhere = notAmong(files.data);
  const external = useQuery({
    ...readOf(getLimsConsignAttachments, { consignId }),
    select: ({ attachments }) => attachments.filter(isElsewhere),
    meta: { quiet: true },
  });
  const images = useQuery({
    ...readOf(getConsignSignAccessoryList, { consignId }),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const types = useKinds(view.consignType, view.testUnitId);
  const { send, remove, changed } = useFileWrites({ consignId, foreignKey: consignId, load, onChanged });
  const [kind, setKind] = useState('');
  const nameOfKind = (id: string): string | undefined => types.data?.find((type) => sameId(type.id, id))?.name;
  const rowsOf = (accessories: readonly Accessory[]) =>
    accessories.map((each) => ({ ...each, at: each.creationTime, kind: nameOfKind(each.accessoryTypeID) }));
  const ofSamples = view.samples.flatMap((sample) => {
    const held = filesOfSample(state, sample.id);
    return held.length > 0 ? [{ id: sample.id, name: sample.testUnitSampleName, files: rowsOf(held) }] : [];
  });

  const place = (number: number) => (editable ? number : null);
  return (
    <>
      <Section
        name="attachments"
        number={place(4)}
        read={{ data: state.shown ? state.list : undefined, error: files.error, refetch: files.refetch }}
        nothing={t(editable ? 'noneYet' : 'none')}
        rows={(accessories) => (
          <FileRows label={t('attachments')} files={rowsOf(accessories)} {...(editable ? { onRemove: remove } : {})} />
        )}
      >
        {editable && <AccessoryTypes types={types.data ?? []} chosen={kind} onChoose={setKind} />}
        {editable && (
          <FilePicker
            label={t('attachments')}
            extensions={ATTACHMENT_EXTENSIONS}
            limit={ATTACHMENT_LIMIT}
            held={state.list.filter(({ accessoryTypeID }) => sameId(accessoryTypeID, kind)).length}
            disabled={!files.data}
            kind={kind}
            send={send}
          />
        )}
        {editable && files.data && <PhoneUpload page="entrustUploadFilesinfo" id={consignId} onArrived={changed} />}
        {ofSamples.map((sample) => (
          <div key={sample.id} className="sample-files">
            <span className="aux secondary">{t('ofSample', { name: sample.name })}</span>
            <FileRows label={t('ofSample', { name: sample.name })} files={sample.files} />
          </div>
        ))}
      </Section>
      <Section
        name="externalAttachments"
        number={place(5)}
        read={external}
        nothing={editable ? t('noExternal') : null}
        rows={(rows) => (
          <FileRows
            label={t('externalAttachments')}
            files={rows.map(({ id, attachmentName, url }) => ({ id, url, name: attachmentName }))}
          />
        )}
      />
      <Section
        name="signatures"
        number={place(6)}
        read={images}
        nothing={editable ? t('noSignatures') : null}
        rows={(rows) => <SignatureImages view={view} images={rows} />}
      />
    </>
  );
};
