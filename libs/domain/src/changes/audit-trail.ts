import type { RecordedEvent } from '#events';

/** Which revision of a record a row shows, who made it and who changed it last, by userId (ADR-020). One that was never changed was last changed when it was made. */
export type AuditTrail = {
  revision: number;
  creatorId: string;
  creationTime: string;
  lastModifierId: string;
  lastModificationTime: string;
};

/** The trail of a record that this event makes. */
export const trailFrom = ({ revision, metadata: { by, at } }: RecordedEvent): AuditTrail => ({
  revision,
  creatorId: by.userId,
  creationTime: at,
  lastModifierId: by.userId,
  lastModificationTime: at,
});

/** What this event changes of the trail. */
export const trailAfter = ({
  revision,
  metadata: { by, at },
}: RecordedEvent): Pick<AuditTrail, 'revision' | 'lastModifierId' | 'lastModificationTime'> => ({
  revision,
  lastModifierId: by.userId,
  lastModificationTime: at,
});
