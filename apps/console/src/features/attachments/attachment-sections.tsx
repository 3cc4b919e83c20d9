import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Accessory, type ConsignmentView, deleteAccessory, FOREIGN_TABLE, getAccessoryTypes, getConsignSignAccessoryList, getLimsConsignAttachments, uploadAccessory } from '#contract';
import { ATTACHMENT_EXTENSIONS, ATTACHMENT_LIMIT, sameId } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { FilePicker } from '../../components/file-picker.js';
import { succeed } from '../../components/toaster.js';
import type { Send } from '../../components/use-transfers.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { readOf } from '../../lib/queries.js';
import { upload } from '../../lib/upload.js';
import './attachments.css';
import { AccessoryTypes } from './accessory-types.js';
import { FileRows } from './file-rows.js';
import { Section } from './section.js';
import { SignatureImages } from './signature-images.js';
import { texts } from './texts.js';
import { useAttachments } from './use-attachments.js';

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
  const { files, load } = useAttachments(consignId);
  const external = useQuery({ ...readOf(getLimsConsignAttachments, { consignId }), select: ({ attachments }) => attachments, meta: { quiet: true } });
  const images = useQuery({ ...readOf(getConsignSignAccessoryList, { consignId }), meta: { quiet: true }, staleTime: 60_000 });

  const types = useQuery({ ...readOf(getAccessoryTypes, { type: view.consignType === 1 ? 0 : 1, containsIsDeleted: 'false', ...(view.testUnitId ? { testUnitId: view.testUnitId } : {}) }), meta: { quiet: true }, staleTime: Infinity });
  const [kind, setKind] = useState('');
  const nameOfKind = (id: string): string | undefined => types.data?.find((type) => sameId(type.id, id))?.name;

  // An upload ends long after it began: what follows it is what stands here then.
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  }, [onChanged]);
  const changed = async () => {
    load();
    await latest.current();
  };
  const send: Send = async (file, options, accessoryTypeID) => {
    await upload(uploadAccessory, file, { ...options, fields: { foreignKey: consignId, foreignTable: FOREIGN_TABLE, accessoryType: consignId, ...(accessoryTypeID ? { accessoryTypeID } : {}), isReplace: 'true' } });
    await changed().catch(reportFailure); // the file has arrived all the same
  };
  const remove = async ({ id, name }: Pick<Accessory, 'id' | 'name'>) => {
    const idempotencyKey = newIdempotencyKey();
    const removed = await askAction({ verb: t('remove'), intent: 'danger', sentence: t('removeText', { name }), run: () => call(deleteAccessory, { query: { id, consignId }, idempotencyKey }) });
    if (!removed) return;
    succeed(t('removed', { name }));
    await changed();
  };
  const place = (number: number) => (editable ? number : null);
  return (
    <>
      <Section
        name="attachments" number={place(4)} read={files} nothing={t(editable ? 'noneYet' : 'none')}
        rows={(accessories) => <FileRows label={t('attachments')} files={accessories.map((each) => ({ ...each, at: each.creationTime, kind: nameOfKind(each.accessoryTypeID) }))} {...(editable ? { onRemove: (file: Pick<Accessory, 'id' | 'name'>) => void remove(file) } : {})} />}
      >
        {editable && <AccessoryTypes types={types.data ?? []} chosen={kind} onChoose={setKind} />}
        {editable && <FilePicker label={t('attachments')} extensions={ATTACHMENT_EXTENSIONS} limit={ATTACHMENT_LIMIT} held={(files.data ?? []).filter(({ accessoryTypeID }) => sameId(accessoryTypeID, kind)).length} disabled={!files.data} kind={kind} send={send} />}
      </Section>
      <Section name="externalAttachments" number={place(5)} read={external} nothing={editable ? t('noExternal') : null} rows={(rows) => <FileRows label={t('externalAttachments')} files={rows.map(({ id, attachmentName, url }) => ({ id, url, name: attachmentName }))} />} />
      <Section name="signatures" number={place(6)} read={images} nothing={editable ? t('noSignatures') : null} rows={(rows) => <SignatureImages view={view} images={rows} />} />
    </>
  );
};
