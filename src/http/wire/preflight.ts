/** Problems of a post before it goes out, and of the link of a published pin. */
import { z } from 'zod'
import { FINDING_CODES, type Finding, fixOf, messageOf, SEVERITIES } from '../../core/posts/state/finding.js'
import { type LinkFound, PROPOSED_BY } from '../../core/patrol/findings.js'
import type { Preflight } from '../../core/preflight/store.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

const fixSchema = z
  .object({
    field: z.enum(['url', 'title', 'boardId', 'boardSectionId', 'mediaUrl', 'aiDisclosures', 'account']).meta({
      description: 'The field to change with updatePost or replacePostMedia; account: it must be reconnected',
    }),
    value: z.string().optional().meta({ description: 'The suggested value, if known' }),
  })
  .meta({ description: 'How to fix it; absent if nothing here can' })

const findingSchema = z
  .object({
    code: z.enum(FINDING_CODES).meta({
      description:
        'link_unreachable, link_status, link_redirects: the link does not work or leads elsewhere; link_sold_out: the linked product; link_nopin: the page blocks saving to Pinterest; ' +
        'link_insecure: http; link_shortened: blocked by Pinterest; page_title_overrides: the page’s own title is shown instead of the post’s; ' +
        'duplicate_picture, duplicate_link: already on that board or scheduled for it; board_gone, section_gone; connection_ends: before it goes out; ' +
        'picture_small, picture_ratio, text_cut: as shown on Pinterest; video_length, video_ratio, video_codec: videos Pinterest says it does not accept; ai_undeclared: a file says that AI made or changed it, and aiDisclosures does not. Values may be added',
    }),
    severity: z.enum(SEVERITIES).meta({
      description:
        'blocking: the pin will fail or lead nowhere; warning: the pin will do less well than it could; info: good to know. None of them blocks a request',
    }),
    message: z.string().meta({ description: 'A message for people' }),
    holds: z.literal(true).optional().meta({
      description:
        'true if the account holds such posts: if it is still so when the post is due, the post becomes a draft instead of going out. Otherwise absent',
    }),
    fix: fixSchema.optional(),
  })
  .meta({ id: 'Finding', description: 'A possible problem with a post, and how to fix it' })

export const preflightSchema = z
  .object({
    checkedAt: secondsSchema.nullable().meta({
      description:
        'When it was checked, Unix seconds; null: its link has not been read yet, or it is being or has been published',
    }),
    findings: z.array(findingSchema).meta({ description: 'Most urgent first' }),
    link: z.string().nullable().meta({
      description: 'The pin’s link with the UTM parameters it goes out with; for a published pin, as sent. Null: no link',
    }),
  })
  .meta({ id: 'Preflight', description: 'The check of a post before it goes out' })

export const preflightToWire = ({
  checkedAt,
  findings,
  link,
}: Preflight & { link: string | null }): z.output<typeof preflightSchema> => ({
  checkedAt: secondsOrNull(checkedAt),
  findings: findings.map(findingToWire),
  link,
})

function findingToWire(finding: Finding): z.output<typeof findingSchema> {
  const fix = fixOf(finding)
  const { code, severity, holds } = finding
  return { code, severity, message: messageOf(finding), ...(holds && { holds }), ...(fix && { fix }) }
}

/** @see docs/contract.md#patrol */
export const linkFoundSchema = z
  .object({
    postId: z.string().meta({ description: 'Id of the post' }),
    pinId: z.string().meta({ description: 'Id of the pin on Pinterest' }),
    url: z.string().meta({ description: 'The link as it was read' }),
    code: z.enum(FINDING_CODES).meta({
      description:
        'link_status: the page is gone; link_unreachable: its website is gone; link_redirects: to another website or the home page; link_sold_out: the product. Values may be added',
    }),
    message: z.string().meta({ description: 'A message for people' }),
    since: secondsSchema.meta({ description: 'When it was first seen, Unix seconds' }),
    proposal: z
      .object({
        url: z.string().meta({ description: 'A link to lead to in its place' }),
        from: z.enum(PROPOSED_BY).meta({
          description:
            'redirect: where the link leads now; feed: an entry of a feed with the same title; pin: the newest pin with the same title',
        }),
      })
      .nullable()
      .meta({ description: 'Null: none is known' }),
  })
  .meta({ id: 'LinkFound', description: 'A published pin whose link no longer leads to its page' })

export const linkFoundToWire = ({
  postId,
  pinId,
  url,
  finding,
  since,
  proposal,
}: LinkFound): z.output<typeof linkFoundSchema> => ({
  postId,
  pinId,
  url,
  code: finding.code,
  message: messageOf(finding),
  since: seconds(since),
  proposal,
})
