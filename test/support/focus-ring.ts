import type { Page } from 'playwright-core';

/** A kind of control on the page, and where one of that kind is. */
interface Control {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const controls = 'a[href], button, input, select, summary, [data-stop]';

/**
 * Looks at a picture of one control of each kind, without the focus and with it, as someone with a keyboard sees it.
 * @param seen the kinds that need no look; gets those of this page
 * @returns the kinds that have no ring: fewer pixels than the edge is long change by a contrast of 3 to 1
 */
export async function withoutFocusRing(page: Page, seen: Set<string>): Promise<string[]> {
  // The browser shows a ring after a key, and none after a click.
  await page.keyboard.press('Shift');
  const blank = await page.context().newPage();
  const found: string[] = [];
  const count = await page.evaluate<number>(`{
    const front = Array.from(document.querySelectorAll('dialog[open], [popover]:popover-open')).at(-1) ?? document.body;
    globalThis.controls = Array.from(front.querySelectorAll('${controls}')).filter(
      (one) => one.checkVisibility({ opacityProperty: true }) && !one.closest('[aria-hidden=true]') && !one.matches(':disabled, .skip'),
    );
    globalThis.controls.length;
  }`);
  for (let at = 0; at < count; at += 1) {
    const kind = await page.evaluate<string>(`{
      const one = controls[${at}];
      [one.tagName.toLowerCase(), one.type, one.className, one.parentElement.className].filter(Boolean).join('.');
    }`);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const box = await page.evaluate<Control>(`{
      const one = controls[${at}];
      document.activeElement.blur();
      one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect();
      ({ x, y, width, height });
    }`);
    const clip = { x: box.x - 5, y: box.y - 5, width: box.width + 10, height: box.height + 10 };
    const before = await page.screenshot({ clip });
    await page.evaluate(`controls[${at}].focus({ preventScroll: true })`);
    const after = await page.screenshot({ clip });
    const pictures = JSON.stringify([before, after].map((picture) => picture.toString('base64')));
    const changed = await blank.evaluate<number>(`(${changedPixels})(${pictures})`);
    if (changed < box.width + box.height)
      found.push(`${kind}: ${changed} of ${Math.round(2 * (box.width + box.height))}`);
  }
  await blank.close();
  return found;
}

/** Counts the pixels whose colours in two pictures have a contrast of 3 to 1 (WCAG 2.2, 1.4.11). */
const changedPixels = `async (pictures) => {
  const [before, after] = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  const part = (value) => value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = (data, at) => 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]) + 0.05;
  let changed = 0;
  for (let at = 0; at < before.length; at += 4) {
    const [one, other] = [light(before, at), light(after, at)];
    if (Math.max(one, other) >= 3 * Math.min(one, other)) changed += 1;
  }
  return changed;
}`;
