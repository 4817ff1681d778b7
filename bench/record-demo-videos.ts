// `npm run demo-videos -- [name …]`: records all or the named videos of the demo into server/demo/videos. They are drawn
// on a canvas, so that nothing in them is anybody's.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remux } from '../server/media/remux.ts';
import { launchBrowser } from './browser.ts';
import { type Scene, scenes } from './demo-scenes.ts';

const MAX_BYTES = 1_000_000;
const folder = fileURLToPath(new URL('../server/demo/videos/', import.meta.url));

/** Runs in the page: draws the scene in real time and returns the recording in base64. */
const record = async ({ title, seconds, levels, path, captions }: Scene): Promise<string> => {
  const [width, height] = [960, 540];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  const chart = { left: 48, right: 690, top: 110, bottom: 420 };
  const prices = [...path, ...levels.map(({ price }) => price)];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const toY = (price: number) => chart.bottom - ((price - low) / (high - low)) * (chart.bottom - chart.top);
  const write = (text: string, x: number, y: number, font: string, color: string) => {
    context.font = `${font} system-ui, sans-serif`;
    context.fillStyle = color;
    context.fillText(text, x, y);
  };
  const drawLevels = (progress: number) => {
    for (const { label, price, color, from = 0 } of levels) {
      if (progress < from) continue;
      context.globalAlpha = Math.min(1, (progress - from) * 12);
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(chart.left, toY(price));
      context.lineTo(chart.right, toY(price));
      context.stroke();
      write(label, chart.right + 16, toY(price) + 7, '600 20px', color);
      context.globalAlpha = 1;
    }
  };
  const drawPrice = (progress: number) => {
    const drawn = progress * (path.length - 1);
    const toX = (index: number) => chart.left + (index / (path.length - 1)) * (chart.right - chart.left);
    context.strokeStyle = '#e8edf2';
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.beginPath();
    for (let index = 0; index <= Math.floor(drawn); index++) context.lineTo(toX(index), toY(path[index]!));
    const [before, after] = [path[Math.floor(drawn)]!, path[Math.ceil(drawn)]!];
    const tip = toY(before + (after - before) * (drawn % 1));
    context.lineTo(toX(drawn), tip);
    context.stroke();
    context.fillStyle = '#f4b860';
    context.beginPath();
    context.arc(toX(drawn), tip, 7, 0, 2 * Math.PI);
    context.fill();
  };
  const draw = (progress: number) => {
    context.fillStyle = '#0c1117';
    context.fillRect(0, 0, width, height);
    write(title, 48, 62, '600 26px', '#e8edf2');
    write('DEMO', 868, 58, '700 18px', '#f4b860');
    drawLevels(progress);
    drawPrice(Math.min(1, progress / 0.9));
    const caption = captions[Math.min(captions.length - 1, Math.floor(progress * captions.length))]!;
    for (const [index, line] of caption.split('\n').entries())
      write(line, 48, 474 + index * 34, '400 24px', '#c3ccd6');
  };
  draw(0);
  const recorder = new MediaRecorder(canvas.captureStream(25), {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: 350_000,
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  const begin = performance.now();
  await new Promise<void>((resolve) => {
    const next = () => {
      const progress = (performance.now() - begin) / (seconds * 1000);
      draw(Math.min(1, progress));
      if (progress < 1.05) requestAnimationFrame(next);
      else resolve();
    };
    next();
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !scenes.some((scene) => scene.name === name));
if (unknown.length > 0) throw new Error(`There is no video ${unknown.join(', ')}`);
const browser = await launchBrowser();
const temporary = await mkdtemp(join(tmpdir(), 'chartlark-videos-'));
try {
  for (const scene of scenes.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const page = await browser.newPage();
    const source = join(temporary, `${scene.name}.webm`);
    await writeFile(source, Buffer.from(await page.evaluate(record, scene), 'base64'));
    await page.close();
    // A recording has no duration until its index is rewritten.
    const { byteSize } = await remux({
      source,
      target: join(folder, `${scene.name}.webm`),
      extension: 'webm',
    });
    if (byteSize > MAX_BYTES) throw new Error(`${scene.name} is ${byteSize} bytes`);
    console.log(`${scene.name}: ${Math.round(byteSize / 1000)} kB`);
  }
} finally {
  await browser.close();
  await rm(temporary, { recursive: true, force: true });
}
