/** What is wrong with a post before it goes out. */
import { z } from 'zod'
import { FINDING_CODES, type Finding, fixOf, messageOf, SEVERITIES } from '../../core/preflight/finding.js'
import type { Preflight } from '../../core/preflight/store.js'
import { secondsOrNull, secondsSchema } from './time.js'

const fixSchema = z
  .object({
    field: z.enum(['url', 'title', 'boardId', 'boardSectionId', 'mediaUrl', 'account']).meta({
      description: 'The field to change by updatePost or replacePostMedia; account: it has to be connected again',
    }),
    value: z.string().optional().meta({ description: 'What to put there, where that is known' }),
  })
  .meta({ description: 'How to fix it; absent where nothing here does' })

const findingSchema = z
  .object({
    code: z.enum(FINDING_CODES).meta({
      description:
        'link_unreachable, link_status, link_redirects: nobody arrives, or somewhere else; link_nopin: the page wants nothing saved from it; ' +
        'link_insecure: http; link_shortened: blocked by the platform; page_title_overrides: the page has a title that is shown in place of ours; ' +
        'duplicate_picture, duplicate_link: on that board already, or on the way there; board_gone, section_gone; connection_ends: before it goes out; ' +
        'picture_small, picture_ratio, text_cut: as the feed shows it; video_length, video_ratio, video_codec: videos that the platform says it does not take. Others may follow',
    }),
    severity: z.enum(SEVERITIES).meta({
      description:
        'blocking: as it is, it goes nowhere or leads nowhere; warning: it does less than it could; info: good to know. None of them refuses anything',
    }),
    message: z.string().meta({ description: 'For people' }),
    holds: z.literal(true).optional().meta({
      description:
        'If it is still so at its time, the post becomes a draft in place of going out: its account has it so. Else absent',
    }),
    fix: fixSchema.optional(),
  })
  .meta({ id: 'Finding', description: 'What may be wrong with a post, and how to fix it' })

export const preflightSchema = z
  .object({
    checkedAt: secondsSchema.nullable().meta({
      description: 'When it was checked, Unix seconds; null: its link is not read yet, or it is being published or was',
    }),
    findings: z.array(findingSchema).meta({ description: 'The most pressing first' }),
    link: z.string().nullable().meta({
      description:
        'Where the pin leads, with the UTM parameters that it goes out with; of a published one, as it was sent. Null: without a link',
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
