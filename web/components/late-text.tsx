import { useEffect, useRef, useState } from 'preact/hooks';
import { Text } from './text.js';

interface LateTextProps {
  /** What it is about: another one is looked up again. */
  readonly of: string;
  /** @returns the text; empty if there is none, or if it cannot be read now */
  readonly read: () => Promise<string>;
  readonly class?: string;
}

/** How near to the window a text is looked up. */
const nearness = '400px';

/** A text that is looked up when its place comes into sight, because a table may have thousands of rows. */
export function LateText({ of, read, class: name }: LateTextProps) {
  const [found, setFound] = useState({ of, text: '' });
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isOver = false;
    const watching = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watching.disconnect();
        void read().then((text) => {
          if (!isOver && text !== '') setFound({ of, text });
        });
      },
      { rootMargin: nearness },
    );
    if (place.current) watching.observe(place.current);
    return () => {
      isOver = true;
      watching.disconnect();
    };
  }, [of]);
  return (
    <span ref={place} class={name}>
      {found.of === of && <Text text={found.text} />}
    </span>
  );
}
