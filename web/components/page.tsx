import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { placeScroll } from '../state/scroll.js';
import { pageTitle } from '../state/title.js';
import { OutageNotice } from './problem-notice.js';
import { Text } from './text.js';

interface PageProps {
  /** Of the page where `heading` does not say it better, and of the tab. */
  readonly title: string;
  /** Of the tab, as soon as more is known of what the page shows. */
  readonly tab?: string | undefined;
  readonly heading?: ComponentChildren;
  /** Behind the heading, in its line. */
  readonly beside?: ComponentChildren;
  /** Small words above the heading: what kind of thing this is. */
  readonly above?: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** What can be done with the whole page. */
  readonly actions?: ComponentChildren;
  /** Leaves the focus where it is. */
  readonly keepsFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** What is below the header: a heading, which gets the focus when the page changes, and what follows. */
export function Page({
  title,
  tab = title,
  heading,
  beside,
  above,
  lead,
  actions,
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
  // At once: that the page is shorter than the one before would else be taken for scrolling.
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
          {lead && <div>{lead}</div>}
        </div>
        {actions && <div class="actions page__actions">{actions}</div>}
      </div>
      <OutageNotice />
      {children}
    </main>
  );
}
