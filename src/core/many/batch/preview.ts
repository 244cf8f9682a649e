/** A batch that was done and rolled back, in the form in which it is shown. */
import type { Placement } from '../../slots/placement.js'
import type { Warning } from '../../posts/state/warning.js'
import type { Batch, BatchResult } from './model.js'

/**
 * Removes the ids of what is rolled back.
 * @param isNew whether the posts themselves are new
 */
export function forPreview(batch: Batch, { isNew }: { isNew: boolean }): Batch {
  if (!isNew) return { ...batch, id: null }
  const own = new Set(batch.results.flatMap(({ post }) => post?.id ?? []))
  return { ...batch, id: null, results: batch.results.map((result) => withoutIds(result, own)) }
}

function withoutIds({ post, placement, warnings, ...result }: BatchResult, own: ReadonlySet<string>): BatchResult {
  return {
    ...result,
    ...(post && {
      post: { ...post, id: '', ...(post.approval && { approval: { ...post.approval, id: '', postId: '', batchId: null } }) },
    }),
    ...(placement && { placement: withoutHolders(placement, own) }),
    ...(warnings && { warnings: warnings.map((warning) => withoutPin(warning, own)) }),
  }
}

const withoutHolders = (placement: Placement, own: ReadonlySet<string>): Placement => ({
  ...placement,
  passedOver: placement.passedOver.map((one) => (one.post && own.has(one.post.postId) ? { ...one, post: null } : one)),
})

function withoutPin(warning: Warning, own: ReadonlySet<string>): Warning {
  const { pin, ...said } = warning
  if (!pin || !own.has(pin.postId)) return warning
  return { ...said, message: warning.message.replace(`Post ${pin.postId}`, 'Another post of the batch') }
}
