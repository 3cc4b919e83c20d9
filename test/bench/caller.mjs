// HTTP requests of the benches over keep-alive connections.
import { Agent, request } from 'node:http';

/** Path prefix of the operations of consignments. */
export const CONSIGNMENTS = '/api/services/app/BuConsignInfo/';

/** A function that sends a request to `url`, over at most this number of connections, and returns the parsed body. */
export const caller = (url, connections) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (method, path, token, body, extraHeaders = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...extraHeaders,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const outgoing = request(`${url}${encodeURI(path)}`, { method, agent, headers }, (response) => {
        let content = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (content += chunk));
        response.on('end', () =>
          response.statusCode < 300
            ? resolve(JSON.parse(content))
            : reject(new Error(`${method} ${path}: ${response.statusCode} ${content.slice(0, 300)}`)),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
};

/** Throws if the body reports a failure. */
export const requireSuccess = (body) => {
  if (body.success !== true) throw new Error(body.error?.message ?? JSON.stringify(body));
  return body;
};

export const signIn = async (call, userName) => {
  const { result } = await call('POST', '/api/TokenAuth/Authenticate', null, {
    UserNameOrEmailAddress: userName,
    password: 'Consign-2026!',
  });
  return result.accessToken;
};

/** Demo data for a consignment: testing unit, project, a cement and its parameters. */
export const loadDemoChoices = async (call, token) => {
  const {
    result: {
      items: [unit],
    },
  } = await call('GET', '/api/services/app/BaTestUnit/GetAllUnit?nameKey=浙东', token);
  const {
    result: {
      items: [project],
    },
  } = await call('GET', '/api/services/app/BaProject/GetProjectList?getMyProject=true', token);
  const {
    data: {
      sampleTree: [category],
    },
  } = await call('GET', '/api/pre/category/sample?sampleName=普通硅酸盐水泥', token);
  const leafOf = (node) => (node.category ? leafOf(node.children[0]) : node);
  const leaf = leafOf(category);
  const { data: parameters } = await call('GET', `/api/pre/test/param?sampleId=${leaf.id}`, token);
  const parameterChoices = parameters
    .filter(({ offered }) => offered)
    .slice(0, 4)
    .map(({ id }) => ({ tuTestParamId: id, tuTestParamCount: 1 }));
  return { unit, project, leaf, parameterChoices };
};
