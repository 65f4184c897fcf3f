import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/texts.js';

interface PageProps {
  /** Of the tab, and of the page where `heading` does not say it better. */
  readonly title: string;
  readonly heading?: ComponentChildren;
  /** Small words above the heading: what kind of thing this is. */
  readonly above?: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** What can be done with the whole page. */
  readonly actions?: ComponentChildren;
  /** Leaves the focus where it is. */
  readonly keepsFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** Gives the focus to the heading, where what had it goes away; what is seen stays where it is. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
}

/** What is below the header: a heading, which gets the focus when the page changes, and what follows. */
export function Page({ title, heading, above, lead, actions, keepsFocus = false, children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${texts.name}`;
    if (!keepsFocus) head.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [title, keepsFocus]);
  return (
    <main class="page" id="content">
      <div class="head page__head">
        <div class="page__heading">
          {above && <p class="page__above">{above}</p>}
          <h1 tabIndex={-1} ref={head}>
            {heading ?? <bdi>{title}</bdi>}
          </h1>
          {lead && <div>{lead}</div>}
        </div>
        {actions && <div class="actions page__actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}
