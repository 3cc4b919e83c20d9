// Requests of the benches over kept connections.
import { Agent, request } from 'node:http';

export const B = '/api/services/app/BuConsignInfo/';

/** Asks the service at `url` over at most so many connections; the answer is what it sent. */
export const caller = (url, connections) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (method, path, token, body, more = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...more,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const sent = request(`${url}${encodeURI(path)}`, { method, agent, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (answer += chunk));
        response.on('end', () =>
          response.statusCode < 300
            ? resolve(JSON.parse(answer))
            : reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 300)}`)),
        );
      });
      sent.on('error', reject);
      sent.end(text);
    });
};

export const succeeded = (answer) => {
  if (answer.success !== true) throw new Error(answer.error?.message ?? JSON.stringify(answer));
  return answer;
};

export const signIn = async (call, userName) => {
  const { result } = await call('POST', '/api/TokenAuth/Authenticate', null, {
    UserNameOrEmailAddress: userName,
    password: 'Consign-2026!',
  });
  return result.accessToken;
};

/** What a consignment of the demo data is filled in with: testing unit, project, a cement and its parameters. */
export const choices = async (call, token) => {
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
  const chosen = parameters
    .filter(({ offered }) => offered)
    .slice(0, 4)
    .map(({ id }) => ({ tuTestParamId: id, tuTestParamCount: 1 }));
  return { unit, project, leaf, chosen };
};
