import { expect, it } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';

const PATHS = ['/api/docs', '/api/docs/static/index.css', '/api/openapi.json'];

it.each([
  ['on', 200],
  ['off', 404],
])('describes the API with API_DOCS=%s: %d', async (API_DOCS, status) => {
  const test = await startTestApp({ settings: { API_DOCS } });
  try {
    for (const path of PATHS) expect((await test.call('GET', path)).status, path).toBe(status);
  } finally {
    await test.close();
  }
});

it('says which routes personal tokens may call, and where feeds are', async () => {
  const test = await startTestApp();
  try {
    type Description = {
      info: { description: string };
      paths: Record<string, Record<string, { description: string }>>;
    };
    const { body } = await test.call<Description>('GET', '/api/openapi.json');
    expect(body.info.description).toContain('/feeds/clk_');
    expect(body.paths['/api/trade-ideas']?.get?.description).toContain('Personal tokens: read.');
    expect(body.paths['/api/trade-ideas']?.post?.description).toContain('Personal tokens: publish.');
    expect(body.paths['/api/auth/sessions']?.get?.description).not.toContain('Personal tokens');
  } finally {
    await test.close();
  }
});
