import type { NotificationView } from '#contract';
import type { NotificationRow } from '#domain/notifications';
import type { Occasion } from '#events';

/** The occasion of a notification, from its row in the view. */
export const toOccasion = ({
  kind,
  consignmentId,
  consignType,
  consignCode,
  consignUnitId,
  consignUnitName,
  testUnitId,
  testUnitName,
  projectName,
  reportId,
  cause,
}: NotificationRow): Occasion => ({
  kind,
  consignmentId,
  consignType,
  consignCode,
  consignUnitId,
  consignUnitName,
  testUnitId,
  testUnitName,
  projectName,
  reportId,
  cause,
});

export const toDeliveries = ({ deliveries }: NotificationRow): NotificationView['deliveries'] =>
  deliveries.map(({ id: _, ...delivery }) => delivery);
