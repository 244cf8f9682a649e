/** A file as Slack sends it in a message, in an event and in a form. */
import { z } from 'zod'

/**
 * A file of a message. Slack may send only the id (`file_access: check_file_info`) in a shared channel, and keeps an entry for a
 * deleted file.
 */
export const slackFile = z.object({
  id: z.string(),
  mode: z.string().nullish(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  alt_txt: z.string().nullish(),
  mimetype: z.string().nullish(),
  filetype: z.string().nullish(),
  file_access: z.string().nullish(),
})
export type SlackFile = z.infer<typeof slackFile>

const GONE = ['tombstone', 'hidden_by_limit']

export const isFileThere = ({ mode }: SlackFile): boolean => !GONE.includes(mode ?? '')
