// Messages of a subscription other than events.
import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';

const { ReadResp } = streams;

export const confirmation = () => {
  const subscriptionConfirmation = new ReadResp.SubscriptionConfirmation();
  subscriptionConfirmation.setSubscriptionId(randomUUID());
  const response = new ReadResp();
  response.setConfirmation(subscriptionConfirmation);
  return response;
};

export const caughtUp = () => {
  const response = new ReadResp();
  response.setCaughtUp(new ReadResp.CaughtUp());
  return response;
};

/** @param {number} position */
export const checkpointAt = (position) => {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
};
