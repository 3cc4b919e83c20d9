import { scannerAt } from '#engines';
import { publicAddress, type Settings } from '#settings';
import type { ApiSettings } from './app.js';
import { weixin } from './sessions/identity-providers.js';

/** The part of `ApiSettings` that the operator's settings determine. */
export const apiSettingsFrom = (settings: Settings) =>
  ({
    trustProxy: settings.TRUST_PROXY ?? false,
    otherLoginHost: settings.OTHER_LOGIN_HOST,
    scanner: scannerAt(settings.CLAMD_URL),
    providers: providersFrom(settings),
    labSystemHosts: settings.LAB_SYSTEM_HOSTS,
    publicUrl: publicAddress(settings),
    addressLimits: {
      signInFailuresPerAddress: settings.SIGN_IN_FAILURES_PER_ADDRESS,
      codesPerMinute: settings.CODES_PER_MINUTE,
      codesPerDay: settings.CODES_PER_DAY,
    },
    metricsAccess: {
      ...(settings.METRICS_TOKEN === undefined ? {} : { token: settings.METRICS_TOKEN }),
      ...(settings.METRICS_PORT === undefined ? {} : { port: settings.METRICS_PORT }),
    },
  }) satisfies Partial<ApiSettings>;

/**
 * WeChat, if an application id and secret are set. WEIXIN_API_URL and WEIXIN_OPEN_URL replace the servers, e.g. by a
 * proxy.
 */
const providersFrom = ({ WEIXIN_APP_ID, WEIXIN_APP_SECRET, WEIXIN_API_URL, WEIXIN_OPEN_URL }: Settings) =>
  WEIXIN_APP_ID && WEIXIN_APP_SECRET
    ? [
        weixin({
          appId: WEIXIN_APP_ID,
          appSecret: WEIXIN_APP_SECRET,
          ...(WEIXIN_API_URL ? { apiUrl: WEIXIN_API_URL } : {}),
          ...(WEIXIN_OPEN_URL ? { openUrl: WEIXIN_OPEN_URL } : {}),
        }),
      ]
    : [];
