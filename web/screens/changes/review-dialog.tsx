import type { ComponentChildren } from 'preact';
import { type ChangeToAsk, failureOf, type Intent } from '../../../src/client/index.js';
import { Confirmation } from '../../components/confirmation.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { mayReview, type Review, useReview } from '../../state/asking.js';
import { texts } from '../../texts/texts.js';

interface ReviewDialogProps {
  readonly title: string;
  readonly lead?: string;
  /** What is meant, with a title if the service's own would say too little; undefined while something is missing. */
  readonly intent: (Intent & Pick<ChangeToAsk, 'title'>) | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks what is still missing of an intent, and leads to the difference that it makes. */
export function ReviewDialog({ title, lead, intent, onClose, children }: ReviewDialogProps) {
  const { isBusy, error, review } = useReview();
  return (
    <Confirmation
      {...{ title, lead }}
      confirm={isBusy ? texts.many.reviewing : texts.many.review}
      isBusy={isBusy}
      isUnready={intent === undefined || !mayReview()}
      onConfirm={() => intent && void review(intent)}
      onCancel={onClose}
    >
      {children}
      <NotReviewed error={error} />
    </Confirmation>
  );
}

/** Why there is no difference to look at. */
export function NotReviewed({ error }: Pick<Review, 'error'>) {
  return (
    <>
      {!mayReview() && <p class="notice notice--info">{texts.many.withoutHistory}</p>}
      {error && <ProblemNotice error={error} />}
      {error && failureOf(error).means === 'unknown' && <p>{texts.many.lost}</p>}
    </>
  );
}
