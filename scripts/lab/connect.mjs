// Connects the lab system of a unit with a platform, as an administrator and a unit manager do by hand: address and code of the system,
// an access key, and an endpoint for webhooks. Used by the demo and by tests.

const ENDPOINT = '/webhooks';
const SCOPES = [
  'events:read',
  'consignments:read',
  'status:write',
  'bills:write',
  'express:write',
  'reports:write',
  'webhooks:manage',
];

/**
 * Signs in with name and password.
 * @returns a function that calls the platform in that session and returns results
 */
export const signIn = async (platform, userName, password) => {
  const send = async (method, path, body, token) => {
    const response = await fetch(platform + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const responseBody = await response.json();
    if (!response.ok || responseBody.success === false)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(responseBody).slice(0, 500)}`);
    return 'success' in responseBody ? responseBody.result : responseBody;
  };
  const { accessToken } = await send('POST', '/api/TokenAuth/Authenticate', {
    UserNameOrEmailAddress: userName,
    password,
  });
  return (method, path, body) => send(method, path, body, accessToken);
};

/**
 * `admin` is a session of an administrator (`signIn`), `unitId` the testing unit, `labUrl` where its system listens, `unitCode` the code
 * under which its catalogue is asked for. @returns the access key and the secret of the endpoint, each readable this once
 */
export const connectLabSystem = async ({ admin, unitId, labUrl, unitCode, name = 'LIMS' }) => {
  await admin('PUT', '/api/services/app/BaTestUnit/UpdateTestUnit', {
    id: unitId,
    lmisType: 1,
    lmisurl: labUrl,
    lmisIntegratedCode: unitCode,
  });
  const key = await admin('POST', '/api/v1/access-keys', { unitId, name, scopes: SCOPES });
  const endpoint = await admin('POST', '/api/v1/webhooks', { unitId, url: labUrl + ENDPOINT, description: name });
  return { accessKey: key.secret, webhookSecret: endpoint.secret };
};
