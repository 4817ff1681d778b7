import { afterAll, beforeAll, expect, it } from 'vitest';
import { media } from '../database/schema.ts';
import { createForm, jpeg, sendForm, uploadFile } from '../testing/media-files.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let bucket: S3Server;
let relay: Relay;
let test: TestApp;
let educator: string;

beforeAll(async () => {
  bucket = await startS3Server();
  const { endpoint, accessKeyId, secretAccessKey, region } = bucket.settings;
  relay = await startRelay(endpoint);
  test = await startTestApp({
    settings: {
      S3_ENDPOINT: relay.url,
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    // Warnings about the lost bucket are expected.
    onLog: () => undefined,
  });
  educator = await test.openSession('one@test.example');
});
afterAll(async () => {
  await test.close();
  await relay.close();
  await bucket.close();
});

it('answers uploads and downloads with 503, lets everything else pass, and works again afterwards', async () => {
  const read = async (url: string) => (await fetch(new URL(url, test.url))).status;
  const stored = await uploadFile(test, educator, await jpeg());
  expect(await read(stored.url)).toBe(200);
  relay.freeze('responses');
  const pending = [
    read(stored.url),
    sendForm(test, educator, createForm(await jpeg())).then(({ status }) => status),
  ];
  await publish(test, educator);
  expect(await Promise.all(pending)).toEqual([503, 503]);
  relay.thaw();
  // The bucket stored the rejected file too, although its response was lost.
  const listStored = async () => (await test.database.db.select().from(media)).map(({ name }) => name);
  await expect.poll(listStored).toEqual([stored.url.slice('/media/'.length)]);
  expect([...bucket.objects.keys()]).toEqual(await listStored());
  await uploadFile(test, educator, await jpeg());
  expect(await read(stored.url)).toBe(200);
});
