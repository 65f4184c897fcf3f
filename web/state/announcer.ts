import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { texts } from '../texts/texts.js';

/** What is said to who cannot see it; a part of the page that is always there shows it to screen readers alone. */
export const announced = signal('');

/** Says something once; what is said twice in a row is heard twice only where the second time is another text. */
export function announce(text: string): void {
  announced.value = announced.peek() === text ? `${text}\u00a0` : text;
}

/** So long what comes is waited for, in milliseconds: a screen reader would say the last of several texts alone. */
const besideMs = 300;

let coming: readonly string[] = [];

/** Says something together with what is said so at nearly the same time. */
function announceBeside(text: string): void {
  coming = [...coming, text];
  if (coming.length > 1) return;
  setTimeout(() => {
    announce(coming.join(texts.separator));
    coming = [];
  }, besideMs);
}

/** Says what has come to who cannot see it. @param text undefined as long as nothing is there */
export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) announceBeside(text);
  }, [text]);
}
