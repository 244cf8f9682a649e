/** "Why this time": which earlier slots a pin was not put into, and why not. */
import type { ContextBlock } from '@slack/types'
import type { PassedOver, Placement } from '../../src/core/slots/placement.js'
import { context, inline } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

/** Ten of them fit the 3,000 characters of a text, whatever they are made of: an `&` becomes five. */
const TITLE = 30

/** Empty where no slot was passed over. @param show 'count': where not all of them fit */
export function placementBlocks(placement: Placement | undefined, show: 'all' | 'count' = 'all'): ContextBlock[] {
  if (!placement || placement.passedOver.length === 0) return []
  const { passedOver, more, spacingDays } = placement
  const head = `*Why this time?* ${countOf(placement)}`
  if (show === 'count') return [context(`${head}.`)]
  const rest = more > 0 ? [`and ${counted(more)} more`] : []
  return [context([`${head}:`, ...byReason(passedOver, spacingDays), ...rest].join('\n• '))]
}

/** One line for those that follow each other and were passed over for the same pin: a rule of two weeks says it fourteen times. */
function byReason(passedOver: readonly PassedOver[], spacingDays: number | null): string[] {
  const lines: { times: string[]; because: string; postId: string | undefined }[] = []
  for (const one of passedOver) {
    const because = reasonOf(one, spacingDays)
    const last = lines.at(-1)
    if (last?.because === because && last.postId === one.post?.postId) last.times.push(slackDate(one.at))
    else lines.push({ times: [slackDate(one.at)], because, postId: one.post?.postId })
  }
  return lines.map(({ times, because }) => `${times.join(', ')}: ${because}`)
}

/** As far as the core counts: see MOST_COUNTED of its placement.ts. */
const MOST_COUNTED = 100
const counted = (more: number): string => (more >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(more))

function countOf({ passedOver: { length }, more }: Placement): string {
  if (more >= MOST_COUNTED) return `${MOST_COUNTED}+ earlier slots aren’t available`
  return length + more === 1 ? '1 earlier slot isn’t available' : `${length + more} earlier slots aren’t available`
}

function reasonOf({ reason, post }: PassedOver, spacingDays: number | null): string {
  const other = post && (post.title === null ? `pin ${post.postId}` : `“${inline(post.title, TITLE)}”`)
  switch (reason) {
    case 'taken':
      return other === null ? 'taken' : `taken by ${other}`
    case 'spacing': {
      const near = spacingDays === null ? 'too close to' : `less than ${spacingDays === 1 ? '1 day' : `${spacingDays} days`} from`
      return `${near} ${other === null ? 'a pin with the same link' : `${other} (same link)`}`
    }
  }
}
