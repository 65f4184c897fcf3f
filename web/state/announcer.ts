import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { texts } from '../texts/texts.js';

/** The text for screen readers. An element that is always in the page contains it. */
export const announced = signal('');

/** Announces something once. If a text is repeated, it is changed slightly. Otherwise, it would not be read again. */
export function announce(text: string): void {
  announced.value = announced.peek() === text ? `${text}\u00a0` : text;
}

/**
 * How long announcements are collected, in milliseconds. If several came one after another, a screen reader would read
 * only the last.
 */
const besideMs = 300;

let coming: readonly string[] = [];

/** Announces something together with other texts of about the same time. */
function announceBeside(text: string): void {
  coming = [...coming, text];
  if (coming.length > 1) return;
  setTimeout(() => {
    announce(coming.join(texts.separator));
    coming = [];
  }, besideMs);
}

/** Announces what has been loaded. @param text undefined until it is there */
export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) announceBeside(text);
  }, [text]);
}
