export { checkAddress, OutboundRefused, type AddressRules } from './address.js';
export {
  openOutbound,
  OutboundFailed,
  type Outbound,
  type OutboundResponse,
  type OutboundFailure,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.js';
export { signatureHeaders, type SignedMessage, type SigningKeys } from './standard-webhooks.js';
