import type { FailingEndpoint } from '#contract';
import { load } from '#domain/event-sourcing';
import { FAILING_AFTER, webhooks, type WebhookRow } from '#domain/lab-systems';
import { consigningUnit, testingUnit } from '#domain/units';
import { ViewMissing, type Engines, type EndpointSummary } from '#engines';
import { UNIT_TYPE, type UnitType } from '#events';

type Reader = Pick<Engines, 'eventStore' | 'views' | 'deliveries'>;
type EndpointWithSummary = { endpoint: WebhookRow; summary: EndpointSummary };

/**
 * All endpoints that are not deleted, with a summary of their deliveries. Empty while their view is built for the first
 * time.
 */
export const listEndpoints = async ({ views, deliveries }: Reader): Promise<EndpointWithSummary[]> => {
  const { rows } = await views
    .find<WebhookRow>(webhooks, { where: [{ column: 'state', notIn: ['deleted'] }], withoutTotal: true })
    .catch((error: unknown) => {
      if (error instanceof ViewMissing) return { rows: [] };
      throw error;
    });
  const summaries = await deliveries.summary(rows.map(({ id }) => id));
  return rows.flatMap((endpoint, n) => {
    const summary = summaries[n];
    return summary ? [{ endpoint, summary }] : [];
  });
};

/** Whether an endpoint needs attention: the service has disabled it, or several attempts in a row have failed. */
export const isFailing = ({ endpoint, summary }: EndpointWithSummary): boolean =>
  endpoint.state === 'disabled' || summary.failures >= FAILING_AFTER;

/**
 * Failing endpoints for operators. Of an address only the host is included, because the rest may be a secret of its
 * unit.
 */
export const failingEndpoints = async (engines: Reader): Promise<FailingEndpoint[]> => {
  const failing = (await listEndpoints(engines)).filter(isFailing);
  return Promise.all(
    failing.map(async ({ endpoint: { id, unitId, unitType, url, state, disabledCause }, summary }) => ({
      webhookId: id,
      unitId,
      unitName: await unitNameOf(engines, unitId, unitType),
      host: URL.canParse(url) ? new URL(url).host : '',
      state: state === 'deleted' ? 'disabled' : state,
      disabledCause,
      failingSince: summary.failingSince,
      lastStatus: summary.lastStatus,
      lastFailure: summary.lastFailure,
      waiting: summary.waiting,
      nextAt: summary.nextAt,
    })),
  );
};

const unitNameOf = async ({ eventStore }: Reader, unitId: string, unitType: UnitType): Promise<string> =>
  unitType === UNIT_TYPE.laboratory
    ? ((await load(eventStore, testingUnit, unitId)).state?.testUnitName ?? '')
    : ((await load(eventStore, consigningUnit, unitId)).state?.name ?? '');
