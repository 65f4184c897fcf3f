import type { ButtonHTMLAttributes, ComponentChildren, TargetedMouseEvent } from 'preact';

interface ActProps extends Omit<ButtonHTMLAttributes, 'class' | 'onClick' | 'type'> {
  /** The look of the button; undefined for the usual one. */
  readonly look?: 'danger' | 'icon' | 'main' | 'quiet' | 'small' | 'steady' | undefined;
  /** The button can be seen and reached with the keyboard, but does nothing. */
  readonly isOff?: boolean | undefined;
  readonly onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown;
  readonly children: ComponentChildren;
}

/** A button that does something. */
export function Act({ look, isOff, onClick, children, ...more }: ActProps) {
  return (
    <button
      type="button"
      class={look ? `button button--${look}` : 'button'}
      aria-disabled={isOff}
      onClick={(event) => {
        if (!isOff) onClick(event);
      }}
      {...more}
    >
      {children}
    </button>
  );
}
