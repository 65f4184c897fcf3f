import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { placeScroll } from '../state/scroll.js';
import { pageTitle } from '../state/title.js';
import { OutageNotice } from './problem-notice.js';
import { Skeleton } from './shown.js';
import { Text } from './text.js';

interface PageProps {
  /** The title of the tab. It is also the title of the page, unless `heading` is set. */
  readonly title: string;
  /** A better title of the tab, as soon as more is known about the page's content. */
  readonly tab?: string | undefined;
  readonly heading?: ComponentChildren;
  /** After the heading, in its line. */
  readonly beside?: ComponentChildren;
  /** Small words above the heading: the kind of thing. */
  readonly above?: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** Actions for the whole page. */
  readonly actions?: ComponentChildren;
  /**
   * Whether it is not known yet what the page is about. Only gray lines are shown then, and all else comes at once: nothing
   * that is seen moves. What is below loads in the meantime.
   */
  readonly isWaiting?: boolean;
  /** Keeps the focus where it is. */
  readonly keepsFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** The part below the header: a heading, which gets the focus when the page changes, and the content. */
export function Page({
  title,
  tab = title,
  heading,
  beside,
  above,
  lead,
  actions,
  isWaiting = false,
  keepsFocus = false,
  children,
}: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    pageTitle.value = tab;
  }, [tab]);
  useEffect(() => {
    if (!keepsFocus) head.current?.focus({ preventScroll: true });
  }, [title, keepsFocus]);
  // Do this before the page is shown. If the new page is shorter than the one before, the change of the position would
  // otherwise count as scrolling.
  useLayoutEffect(placeScroll, [title]);
  return (
    <main class="page" id="content">
      <div class="head page__head">
        <div class="page__heading">
          {above && <p class="page__above">{above}</p>}
          <h1 tabIndex={-1} ref={head}>
            {heading ?? <Text text={title} />}
          </h1>
          {beside}
          {lead && !isWaiting && <div>{lead}</div>}
        </div>
        {actions && !isWaiting && <div class="actions page__actions">{actions}</div>}
      </div>
      <OutageNotice />
      {isWaiting && (
        <section class="card">
          <Skeleton lines={6} />
        </section>
      )}
      {children}
    </main>
  );
}
